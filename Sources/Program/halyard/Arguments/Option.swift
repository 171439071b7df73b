import FlagSystem

/// An option of the command line.
struct Option: Sendable {
  /// The long form without the dashes.
  let name: String
  private let row: Row

  init(_ name: String, _ row: Row) { (self.name, self.row) = (name, row) }

  /// Creates the option of the command line for an option of a flag system.
  init(_ option: SystemOptionRow) {
    let row: Row =
      switch option.form {
      case .switched: Row(option.help)
      case .text(let value, let words):
        Row(value: value, completion: words.isEmpty ? .none : .words(words), option.help)
      case .path, .content: .file(option.help)
      }
    self.init(option.name, row)
  }

  /// All options except those of the flag systems.
  static var own: [Option] {
    [
      .source, .fallback, .workspace, .user, .theme, .readOnly, .quiet, .noColour, .version,
      .help, .json, .section, .type, .overridden, .back, .all, .size, .keys, .script, .output,
      .watch, .url, .threshold, .expect, .timeout, .poll, .header, .format, .variable,
      .attributes, .segments, .force, .profile, .option, .trace, .events, .headerFile, .log,
      .config, .serve, .listen, .tokenFile, .noToken, .tlsCertificate, .tlsKey, .allowOrigin,
      .forward, .caFile, .clientCertificate, .clientKey, .proxy, .operation, .byNote,
      .allowHost, .run, .restore,
      .dryRun, .description, .file, .replace, .connectivity, .users,
      .seed, .attributesFile, .lifetime, .until, .session, .sort, .tsv, .feature, .since,
      .ascii, .plain, .noMouse, .team, .reason, .note, .by, .csv, .summary, .code, .manifest,
      .preset, .isolated, .asked, .filesOnly, .readyFile, .expectStatus,
      .only, .allow,
    ]
  }

  private static var systems: [Option] { FlagSystems.options.map { Option($0) } }

  /// The options whose value is the path of a file with a secret.
  static var secretFiles: [Option] {
    [.headerFile, .tokenFile, .tlsKey, .clientKey]
      + FlagSystems.options.compactMap { row in
        if case .content = row.form { Option(row) } else { nil }
      }
  }

  /// The options that every command accepts.
  static var common: [Option] {
    [
      .source, .fallback, .workspace, .team, .user, .attributes, .segments, .profile, .theme,
      .format, .poll, .timeout, .header, .headerFile, .caFile, .clientCertificate, .clientKey,
      .proxy,
    ] + systems + [.readOnly, .quiet, .log, .noColour, .version, .help]
  }

  /// The long form of the option, such as `--source`.
  var flag: String { "--" + name }

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

extension Option: Hashable, CaseIterable {
  static var allCases: [Option] { own + systems }

  static func == (first: Option, second: Option) -> Bool { first.name == second.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
