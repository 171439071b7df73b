/// An option of the command line; the raw value is its long form without the dashes.
enum Option: String, CaseIterable {
  case source, fallback, workspace, user, theme
  case readOnly = "read-only"
  case quiet
  case noColour = "no-color"
  case version, help
  case json, section, type, overridden, back, all, size, keys, script, output
  case watch, url, threshold, expect, timeout, poll, header, format, variable
  case attributes, segments, experiments, force, profile, option, trace, events
  case canonical, fractional, time
  case datafileURL = "datafile-url"
  case headerFile = "header-file"
  case growthBookKeyFile = "growthbook-key-file"
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
  case team, reason, note, by, csv, summary
  case code, manifest, preset, isolated, asked
  case filesOnly = "files-only"
  case readyFile = "ready-file"
  case expectStatus = "expect-status"

  /// The options that every command accepts.
  static let common: [Option] = [
    .source, .fallback, .workspace, .team, .user, .attributes, .segments, .profile, .canonical,
    .fractional, .time, .theme, .format, .poll, .timeout, .header, .headerFile, .growthBookKeyFile,
    .datafileURL, .experiments, .readOnly, .quiet, .log, .noColour, .version, .help,
  ]

  /// The long form of the option, such as `--source`.
  var flag: String { "--" + rawValue }

  /// The letter of the short form, such as `s` for `-s`; `nil` if the option has no short form.
  var letter: Character? { row.letter }

  /// The placeholder for the option's value in help; `nil` for an option without a value.
  ///
  /// ``CommandRow/optionValues`` can replace the placeholder for one command.
  var value: String? { row.value }

  /// Whether the value can be left out; a value is then attached with `=`, as in `--serve=8016`.
  var hasOptionalValue: Bool { row.isValueOptional }

  /// The kind of values that a shell completes for the option.
  var completion: ValueCompletion { row.completion }

  /// The help text of the option; ``CommandRow/optionHelp`` can replace it for one command.
  var help: String { row.help }

  /// The short form, the long form and the placeholder of the value, as help lists the option.
  func synopsis(in command: CommandRow) -> String {
    let value = command.placeholder(of: self).map { hasOptionalValue ? "[=\($0)]" : " \($0)" }
    return (letter.map { "-\($0), " } ?? "") + flag + (value ?? "")
  }

  /// One row of the table of options.
  struct Row {
    let letter: Character?
    let value: String?
    let completion: ValueCompletion
    let isValueOptional: Bool
    let help: String

    init(
      letter: Character? = nil,
      value: String? = nil,
      completion: ValueCompletion = .none,
      isValueOptional: Bool = false,
      _ help: String
    ) {
      self.letter = letter
      self.value = value
      self.completion = completion
      self.isValueOptional = isValueOptional
      self.help = help
    }

    /// The row of an option whose value is the path of a file.
    static func file(_ help: String) -> Row {
      Row(value: "FILE", completion: .files, help)
    }
  }
}
