import Connectivity
import FeatureFlags

/// An option of the command line, with its syntax and its help text.
enum Option: String, CaseIterable {
  case source, fallback, workspace, user, theme
  case readOnly = "read-only"
  case quiet
  case noColour = "no-color"
  case version, help
  case json, section, type, overridden, back, all, size, keys, output
  case watch, url, threshold, expect, timeout, poll, header, format, variable
  case attributes, segments, experiments, force, profile, option, trace, events
  case canonical
  case datafileURL = "datafile-url"
  case headerFile = "header-file"
  case log, config
  case serve, listen
  case tokenFile = "token-file"
  case noToken = "no-token"
  case tlsCertificate = "tls-certificate"
  case tlsKey = "tls-key"
  case allowOrigin = "allow-origin"
  case allowHost = "allow-host"
  case run, restore
  case dryRun = "dry-run"
  case description, file, replace, connectivity
  case users, seed
  case attributesFile = "attributes-file"
  case lifetime = "for"
  case until, session, sort, tsv, feature, since, ascii, plain
  case noMouse = "no-mouse"
  case team, reason, note, by, csv

  /// The options that every command accepts.
  static let common: [Option] = [
    .source, .fallback, .workspace, .team, .user, .attributes, .segments, .profile, .canonical,
    .theme, .format, .poll, .timeout, .header, .headerFile, .datafileURL, .experiments, .readOnly,
    .quiet,
    .log, .noColour, .version, .help,
  ]

  /// The long form of the option, such as `--source`.
  var flag: String { "--" + rawValue }

  /// The letter of the short form, such as `s` for `-s`; `nil` if the option has no short form.
  var letter: Character? {
    switch self {
    case .source: "s"
    case .help: "h"
    case .version: "V"
    case .fallback, .workspace, .user, .theme, .readOnly, .quiet, .noColour, .json, .section, .type,
      .overridden, .back, .all, .size, .keys, .output, .watch, .url, .threshold, .expect, .timeout,
      .poll, .header, .format, .variable, .attributes, .segments, .experiments, .force, .profile,
      .option, .trace, .events, .canonical, .datafileURL, .headerFile, .log, .serve, .listen,
      .tokenFile, .noToken, .tlsCertificate, .tlsKey, .allowOrigin, .allowHost, .run, .restore,
      .config, .dryRun, .description, .file, .replace, .connectivity, .users, .seed,
      .attributesFile, .lifetime, .until, .session, .sort, .tsv, .feature, .since, .ascii, .plain,
      .noMouse, .team, .reason, .note, .by, .csv:
      nil
    }
  }

  /// The placeholder for the option's value in help; `nil` for an option without a value.
  ///
  /// ``Command/optionValues`` can replace the placeholder for one command.
  var value: String? {
    switch self {
    case .source: "SOURCE"
    case .fallback, .output, .experiments, .headerFile, .log, .tokenFile, .tlsCertificate, .tlsKey,
      .file, .attributesFile:
      "FILE"
    case .users, .seed: "NUMBER"
    case .serve, .listen: "HOST:PORT"
    case .allowOrigin: "ORIGIN"
    case .workspace, .theme, .section, .allowHost: "NAME"
    case .user: "KEY"
    case .by: "USER"
    case .type: "TYPE"
    case .size: "COLSxROWS"
    case .keys: "KEYS"
    case .url, .events: "URL"
    case .team: "ADDRESS"
    case .threshold: "PERCENT"
    case .expect, .description, .reason, .note: "TEXT"
    case .timeout, .poll, .lifetime, .until, .since: "TIME"
    case .feature: "NAME"
    case .sort: "ORDER"
    case .header: "'NAME: VALUE'"
    case .format: "FORMAT"
    case .variable: "VARIABLE[=VALUE]"
    case .attributes, .profile: "JSON"
    case .segments: "A,B"
    case .datafileURL: "TEMPLATE"
    case .option: "OPTION"
    case .readOnly, .quiet, .noColour, .version, .help, .json, .overridden, .back, .all, .watch,
      .trace, .canonical, .noToken, .run, .restore, .config, .dryRun, .replace, .connectivity,
      .session, .tsv, .csv, .ascii, .plain, .noMouse, .force:
      nil
    }
  }

  /// Whether the value can be left out; a value is then attached with `=`, as in `--serve=8016`.
  var hasOptionalValue: Bool { self == .serve }

  /// The help text of the option; ``Command/optionHelp`` can replace it for one command.
  var help: String {
    switch self {
    case .source: "The source: a file, a URL, optimizely:SDK_KEY, or - for standard input."
    case .fallback:
      "A configuration to use if the source cannot be read; also adds missing features."
    case .workspace: "The workspace that stores overrides; named after the source by default."
    case .team:
      """
      Share the overrides of a team in etcd, such as etcd://build-1/qa, or etcds:// with TLS; \
      HALYARD_TEAM does the same, and "none" uses those of the workspace.
      """
    case .user: "The user key; assignments are computed from it instead of drawn at random."
    case .attributes: "The attributes of the user, as a JSON object; for flag services."
    case .segments:
      "The segments of the user for flag services, separated by commas; \"\" means no segment."
    case .canonical:
      """
      Evaluate 'and' conditions of a datafile regardless of operand order: false takes precedence \
      over unknown.
      """
    case .datafileURL:
      "The URL template for a source optimizely:SDK_KEY; %@ is replaced by the SDK key."
    case .experiments:
      "A file with the experiments to request from an Ascend server, and their default variables."
    case .reason: "The reason for the lock, which others see."
    case .force: "Overwrite what a colleague has changed in the meantime; for a team."
    case .profile:
      "The sticky variations of the user's profile, as JSON by experiment id; for datafiles."
    case .option: "A decide option, such as includeReasons; may be repeated."
    case .events: "Send the impressions of decisions to this URL; none are sent without it."
    case .trace: "Show every rule that was evaluated, and its reason."
    case .theme: "The theme: a name from 'halyard themes', or a file; the saved theme by default."
    case .readOnly: "Change nothing in the workspace."
    case .quiet: "Print errors only."
    case .log: "Log each event, effect, request and disk write to this file, for bug reports."
    case .noColour: "Disable colours; NO_COLOR does the same."
    case .noMouse: "Leave the mouse to the terminal; with the mouse, Shift selects text."
    case .plain:
      "A dialogue of lines instead of a screen, for screen readers; HALYARD_PLAIN=1 does the same."
    case .version: "Show the version."
    case .help: "Show help."
    case .json: "Write JSON."
    case .config: "Check the settings file instead of a configuration."
    case .section: "List only features of sections whose title contains this text; may be repeated."
    case .type:
      "List only features of this type, one of \(FeatureType.tokens.joined(separator: ", "))."
    case .overridden: "List only features with an override."
    case .lifetime:
      """
      Let the override expire after this time, such as 30m, 2h or 1d. Without --for, --until and \
      --session an existing expiry is unchanged; after 'reset' a new override has none.
      """
    case .until:
      "Let the override expire at a time: 17:30, a date, or both; a time that has passed is tomorrow."
    case .session: "Let the override expire when the shell of this terminal exits."
    case .sort: "The order of the list: \(SortOrder.names); section by default."
    case .ascii:
      """
      Draw with ASCII characters only; the dashboard does so by itself on the Linux console and \
      without a UTF-8 locale.
      """
    case .tsv: "Write values separated by tabs, with a header line."
    case .csv: "Write values separated by commas, with a header line, for a spreadsheet."
    case .note:
      """
      A note of the override, such as the key of a test case; "" removes it, and without the option \
      an existing note is unchanged.
      """
    case .by: "Reset only overrides by this user, such as ana@build-7, or ana on any machine."
    case .feature: "Print only changes of this feature or glob; may be repeated."
    case .since:
      """
      Only changes since a time: 2h (ago), 17:30, a date, or both; a clock time that is still \
      ahead is that of yesterday.
      """
    case .back: "Select the previous variation instead of the next one."
    case .all: "Apply the command to all features."
    case .size: "The size of the screen; the default is \(Self.screenSize)."
    case .keys: "The key presses to simulate before rendering, such as \"j j space\"."
    case .output:
      """
      The file to write; the extension .svg, .ansi or .txt selects the format. - writes text to \
      standard output, and -.svg writes SVG.
      """
    case .watch: "Check repeatedly, and print a line for each change of the result."
    case .url: "A URL to probe instead of \(Self.probeHosts); may be repeated."
    case .threshold: "The percentage of probes that must succeed, 0 to 100; the default is 50."
    case .expect: "The text that the response to a probe must contain; the default is Success."
    case .serve:
      "Serve the features to apps too; at \(Defaults.listenAddress) without HOST:PORT. See 'help serve'."
    case .dryRun: "Print what would change, and change no override."
    case .description: "The description of the preset."
    case .file: "Use this preset file instead of a saved preset."
    case .replace: "Replace what exists."
    case .connectivity: "Check the Internet connectivity too, which requests public hosts or --url."
    case .listen:
      "The address of the server, \(Defaults.listenAddress) by default; port 0 is any free port."
    case .tokenFile: "A file with the token that clients have to send."
    case .noToken: "Need no token, even at an address that other machines can reach."
    case .tlsCertificate: "A file with the certificate of the server in PEM form, for HTTPS."
    case .tlsKey: "A file with the private key of the certificate in PEM form."
    case .allowOrigin:
      """
      An origin whose web pages may use the server, such as https://shop.test, or * for all; may be \
      repeated. Pages of this machine always may.
      """
    case .allowHost:
      """
      A host name by which clients reach a server without a token, besides localhost and IP \
      addresses; may be repeated.
      """
    case .run:
      """
      Test the app with the command after --, instead of typed results: exit code 0 is good, 125 \
      skips, any other is bad.
      """
    case .restore: "Restore the overrides of an interrupted bisection."
    case .users: "The number of users to simulate; the default is \(Defaults.simulatedUsers)."
    case .seed: "The number that determines the keys of the users; the default is 1."
    case .attributesFile:
      """
      A file with users to simulate in turn: on each line a JSON object with attributes, and \
      optionally the "key".
      """
    case .poll:
      """
      The time between two polls of a server, \(Defaults.pollInterval.optionText) by default; a file \
      is read when it changes.
      """
    case .format: "The format of the source: \(Self.formats); detected from the content by default."
    case .variable: "A variable of the feature; may be repeated."
    case .header: "A header to send to a server; may be repeated. For secrets use --header-file."
    case .headerFile:
      """
      A file of headers, one per line; unlike arguments, the file can be hidden from other users. \
      The environment variable HALYARD_HEADERS has the same format.
      """
    case .timeout:
      """
      The longest time to wait for a response, such as 500ms, 5s or 2m. The default is \
      \(Defaults.requestTimeout.optionText) for a configuration, \
      \(Defaults.eventTimeout.optionText) for events and \
      \(ConnectivitySettings().timeout.optionText) for a probe.
      """
    }
  }

  private static var probeHosts: String {
    ConnectivityConfiguration.defaultHosts.joined(separator: " and ")
  }

  private static var screenSize: String {
    "\(Defaults.screenSize.columns)x\(Defaults.screenSize.rows)"
  }

  /// The names of the file formats as an enumeration, such as `a, b or c`.
  private static var formats: String {
    let names = FileFormats.names
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  /// The short form, the long form and the placeholder of the value, as help lists the option.
  func synopsis(in command: any Command.Type) -> String {
    let value = command.placeholder(of: self).map { hasOptionalValue ? "[=\($0)]" : " \($0)" }
    return (letter.map { "-\($0), " } ?? "") + flag + (value ?? "")
  }
}
