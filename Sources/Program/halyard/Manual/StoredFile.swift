/// A file, or a kind of files, that the program writes: the one table for the manual, the page about storage
/// and SECURITY.md.
struct StoredFile {
  /// A folder of files, or the option that names the file.
  enum Place: String, CaseIterable {
    case settings = "$XDG_CONFIG_HOME/halyard"
    case workspace = "$XDG_STATE_HOME/halyard/WORKSPACE"
    case team = "$XDG_STATE_HOME/halyard/teams/NAMESPACE-…"
    case cache = "$XDG_CACHE_HOME/halyard/WORKSPACE"
    case temporary = "$TMPDIR"
    case chosen = "the path of an option"
    case installation = "PREFIX"

    /// The title of the place in the documentation.
    var title: String {
      switch self {
      case .settings: "Settings"
      case .workspace: "The workspace of a source"
      case .team: "The copy of a team"
      case .cache: "The cache of a source"
      case .temporary: "Temporary files"
      case .chosen: "Files that you name"
      case .installation: "The installation"
      }
    }
  }

  let place: Place
  /// The path in the folder, or the option that names the file.
  let name: String
  let content: String
  /// How the file is removed.
  let removal: String
  /// What the file contains about people; `nil` for nothing.
  let personal: String?

  private init(
    _ place: Place,
    _ name: String,
    _ content: String,
    removal: String = "delete the file",
    personal: String? = nil
  ) {
    (self.place, self.name, self.content) = (place, name, content)
    (self.removal, self.personal) = (removal, personal)
  }

  /// The path with its variable, or the option that names it, as code.
  var form: String {
    switch place {
    case .chosen: name
    case .settings, .workspace, .team, .cache, .temporary, .installation:
      "`\(place.rawValue)/\(name)`"
    }
  }

  /// The content as a sentence.
  var sentence: String { content.prefix(1).uppercased() + content.dropFirst() + "." }

  static let all = settings + workspace + team + cache + others
}

extension StoredFile {
  private static let settings = [
    StoredFile(
      .settings,
      "config.json",
      "the settings; the dashboard writes a theme or a persona that you save; see `halyard-config`(5)",
      personal: "keys and attributes of personas"
    ),
    StoredFile(.settings, "themes/NAME.json", "your themes, which only you write"),
    StoredFile(.settings, ".lock", lock),
  ]

  private static let lock = "an empty file, which a program locks while it writes to the folder"
  private static let author = "user and host name of the author (`ana@build-7`)"
  private static let scope = "the user key or the attribute of an override for single users"

  private static let workspace = [
    StoredFile(
      .workspace,
      "overrides.json",
      "the active overrides with their lifetime, time, author and note; you may edit it",
      removal: "`halyard reset --all`",
      personal: "\(author); \(scope)"
    ),
    StoredFile(
      .workspace,
      "history.jsonl",
      "one line for each change of overrides, for `history`, `undo` and `redo`",
      personal: "\(author); \(scope)"
    ),
    StoredFile(
      .workspace,
      "history.1.jsonl",
      "the older part of the history: the file above is rotated at 5 MiB",
      personal: "the same"
    ),
    StoredFile(
      .workspace,
      "source.jsonl",
      "one line for each change of the source, for `timeline` and `stale`",
      personal: "a digest of the user key and the attributes"
    ),
    StoredFile(
      .workspace,
      "source.1.jsonl",
      "the older part of this log: the file above is rotated at 1 MiB",
      personal: "the same"
    ),
    StoredFile(
      .workspace,
      "presets/NAME.json",
      "a preset",
      removal: "`halyard preset delete NAME`",
      personal: "\(author); \(scope)"
    ),
    StoredFile(.workspace, "presets/.lock", lock),
    StoredFile(.workspace, "favourites.json", "the features that you have listed on top"),
    StoredFile(
      .workspace,
      "assignments.json",
      "the random numbers that select variations for a user without a key",
      removal: "delete the file: new numbers are drawn"
    ),
    StoredFile(
      .workspace,
      "bisect.json",
      "the overrides to restore, while `bisect` runs",
      removal: "`halyard bisect --restore`",
      personal: scope
    ),
    StoredFile(
      .workspace,
      "refresh",
      "the time of the last `halyard refresh`; programs that poll the source then load it"
    ),
    StoredFile(
      .workspace,
      "user.json",
      "the default user of `halyard user set`, while `serve` runs",
      removal: "`serve` deletes the file when it starts and when it ends",
      personal: "user key and attributes"
    ),
    StoredFile(
      .workspace,
      ".servers/…",
      "an empty file for each `serve` that runs",
      removal: "each `serve` deletes its own at its end"
    ),
    StoredFile(
      .workspace,
      "events-…",
      "a folder with impressions that could not be sent yet, only with `--events`",
      removal: "delete the folder",
      personal: "user keys and attributes"
    ),
    StoredFile(
      .workspace,
      ".followers/…",
      "an empty file for each program that follows the overrides now",
      removal: "each program deletes its own at its end, and those of killed programs"
    ),
    StoredFile(.workspace, ".lock", lock),
  ]

  private static let team = [
    StoredFile(
      .team,
      "overrides.json",
      "the overrides of the team that were received last",
      personal: "\(author); \(scope)"
    ),
    StoredFile(
      .team,
      "pending.jsonl",
      "the changes that etcd does not have yet",
      removal: "delete the file: these changes are lost",
      personal: "\(author); \(scope)"
    ),
    StoredFile(.team, ".lock", lock),
  ]

  private static let cache = [
    StoredFile(
      .cache,
      "configuration.json",
      "which document is the last known good one, with its source, time, digest, `ETag` and `Last-Modified`",
      personal: "the user key, if the server of the source evaluates for one user"
    ),
    StoredFile(
      .cache,
      "previous.json",
      "the same of the document before it, for `diff`",
      personal: "the user key, if the server of the source evaluates for one user"
    ),
    StoredFile(.cache, "configuration-…", "these documents as they were received"),
    StoredFile(.cache, ".lock", lock),
  ]

  private static let others = [
    StoredFile(
      .temporary,
      "halyard-…/value.json",
      "a value or a note while your editor has it; `/tmp` without the variable",
      removal: "deleted when the editor ends, unless the text could not be used"
    ),
    StoredFile(
      .chosen,
      "`--output FILE` of `report`, and `w`",
      "a report, with its JSON beside it; by default in the working folder",
      personal: "the user key and the attributes, without those that look secret"
    ),
    StoredFile(.chosen, "`--output FILE` of `snapshot`", "a picture of the screen"),
    StoredFile(
      .chosen,
      "`--log FILE`",
      "a line for each event, request and write, without secrets"
    ),
    StoredFile(
      .chosen,
      "`--summary FILE` of `serve` and `run`",
      "what clients were given",
      personal: "keys and attributes of the users of tests"
    ),
    StoredFile(
      .chosen,
      "`--file FILE` of `preset save`",
      "a preset",
      removal: "delete the file"
    ),
    StoredFile(
      .chosen,
      "`--ready-file FILE` of `serve`",
      "the address of the server, its process and its source",
      removal: "the server deletes it at its end"
    ),
    StoredFile(
      .installation,
      "bin/halyard",
      "the program",
      removal: "`make uninstall`, or `apt-get remove halyard` for the package"
    ),
    StoredFile(.installation, "share/halyard/themes/", "the themes", removal: uninstall),
    StoredFile(
      .installation,
      "share/halyard/installed",
      "the list of what to uninstall",
      removal: uninstall
    ),
    StoredFile(
      .installation,
      "share/man/",
      "`halyard.1` and `halyard-config.5`",
      removal: uninstall
    ),
    StoredFile(
      .installation,
      "share/",
      "the completions of bash, zsh and fish",
      removal: uninstall
    ),
  ]

  private static let uninstall = "as the program"
}
