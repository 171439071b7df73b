import Networking

/// Prints the help of the program or of one command.
struct HelpCommand: Command {
  static let name = "help"
  static let summary = "Explain a command."
  static let operands = [Operand("COMMAND|options", .optional)]
  static let sourceUse = SourceUse.none
  static let isChanging = false

  /// The word that selects the help of the common options.
  static let optionsTopic = "options"

  /// The subject of the help.
  private enum Topic {
    case program, options
    case command(any Command.Type)
  }

  private let topic: Topic

  init(_ arguments: Arguments) throws(Failure) {
    topic = try Self.topic(arguments)
  }

  private static func topic(_ arguments: Arguments) throws(Failure) -> Topic {
    guard let word = arguments.operands.first else { return .program }
    if word == optionsTopic { return .options }
    if let command = arguments.command(named: word) { return .command(command) }
    let hint = arguments.nearestCommand(to: word).map { ", did you mean \"\($0)\"?" } ?? ""
    throw .usage("there is no command \"\(URLRedaction.redacted(word))\"\(hint)", command: nil)
  }

  func run(_ program: Program) {
    let console = program.console
    let text =
      switch topic {
      case .program: Self.text(for: nil, columns: console.columns)
      case .options: Self.commonOptions(columns: console.columns)
      case .command(let command): Self.text(for: command, columns: console.columns)
      }
    console.write(text)
  }

  private static func commonOptions(columns: Int?) -> String {
    let rows = Option.common.map { ($0.synopsis(in: DashboardCommand.self), $0.help) }
    return "OPTIONS OF EVERY COMMAND:\n" + WordWrap(columns: columns).table(rows) + "\n"
  }

  /// Formats the help of a command, or of the program.
  ///
  /// - Parameters:
  ///   - command: The command; `nil` for the program.
  ///   - columns: The width of the terminal; `nil` if standard output is not a terminal.
  /// - Returns: Lines that end in a line feed.
  static func text(for command: (any Command.Type)?, columns: Int?) -> String {
    let wrap = WordWrap(columns: columns)
    guard let command, command != DashboardCommand.self else { return overview(wrap) }
    var sections = [
      wrap.text(command.summary, after: "OVERVIEW: ", indent: 10),
      wrap.text(usage(of: command), after: "USAGE: ", indent: 9),
    ]
    // A common option with a meaning of its own in the command.
    let changed = Option.common.filter { command.optionHelp[$0] != nil }
    let rows = (command.options + changed).map {
      ($0.synopsis(in: command), command.optionHelp[$0] ?? $0.help)
    }
    if !rows.isEmpty { sections.append("OPTIONS:\n" + wrap.table(rows)) }
    return (sections + [wrap.text(commonHint)]).joined(separator: "\n\n") + "\n"
  }

  private static let commonHint =
    "See 'halyard help \(optionsTopic)' for the options of every command, such as --source and --user."

  private static func overview(_ wrap: WordWrap) -> String {
    let commands = CommandTable.all.filter { $0 != DashboardCommand.self }
      .map { ($0.name, $0.summary) }
    let options = DashboardCommand.options.map {
      ($0.synopsis(in: DashboardCommand.self), $0.help)
    }
    let summary = "Browse an app's feature flags in a terminal, and override them."
    let source = """
      SOURCE is a file, a URL, optimizely:SDK_KEY, or - for standard input. The default is --source, \
      then the environment variable HALYARD_SOURCE, then Features.json in the current folder, then \
      the built-in example.
      """
    let more = "See 'halyard help COMMAND' for one command, and press ? on the screen for its keys."
    return [
      wrap.text(summary, after: "OVERVIEW: ", indent: 10),
      "USAGE: halyard [SOURCE] [options]\n       halyard COMMAND ... [options]",
      wrap.text(source),
      "COMMANDS:\n" + wrap.table(commands),
      "OPTIONS:\n" + wrap.table(options),
      wrap.text(commonHint),
      wrap.text(more),
    ].joined(separator: "\n\n") + "\n"
  }

  /// The parts of the usage line; a line break is only allowed between two parts.
  private static func usage(of command: any Command.Type) -> [String] {
    let operands = command.operands.map(\.synopsis)
    let options = command.options.map { option in
      "[\(option.flag)\(command.placeholder(of: option).map { " " + $0 } ?? "")]"
    }
    return ["halyard", command.name] + options + operands
  }
}

/// Prints the name and the version of the program.
struct VersionCommand: Command {
  static let name = "version"
  static let summary = "Print the version."
  static let sourceUse = SourceUse.none
  static let isChanging = false

  init(_ arguments: Arguments) {}

  func run(_ program: Program) {
    program.console.write("halyard \(program.version)\n")
  }
}
