import Documents
import Networking

/// Prints the help of the program or of one command.
struct HelpCommand: Command {
  static let row = CommandRow(
    name: "help",
    summary: "Explain a command.",
    operands: [Operand("COMMAND|options|sources", .optional, .commands)],
    sourceUse: .none,
    isChanging: false,
    make: Self.init
  )

  /// What the operand of `help` selects.
  private enum Selection {
    case program
    case topic(HelpTopic)
    case command(CommandRow)
  }

  private let selection: Selection

  init(_ arguments: Arguments) throws(Failure) {
    selection = try Self.selection(arguments)
  }

  private static func selection(_ arguments: Arguments) throws(Failure) -> Selection {
    guard let word = arguments.operands.first else { return .program }
    if let topic = HelpTopic(rawValue: word) { return .topic(topic) }
    if let command = arguments.command(named: word) { return .command(command) }
    let hint = arguments.nearestCommand(to: word).map { NameSuggestions.hint([$0]) } ?? ""
    throw .usage("there is no command \"\(URLRedaction.redacted(word))\"\(hint)", command: nil)
  }

  func run(_ program: Program) {
    let console = program.console
    let text =
      switch selection {
      case .program: Self.text(for: nil, columns: console.columns)
      case .topic(.options): Self.commonOptions(columns: console.columns)
      case .topic(.sources): SourcesHelp.text(columns: console.columns)
      case .command(let command): Self.text(for: command, columns: console.columns)
      }
    console.write(text)
  }

  private static func commonOptions(columns: Int?) -> String {
    let rows = Option.common.map { ($0.synopsis(in: DashboardCommand.row), $0.help) }
    return "OPTIONS OF EVERY COMMAND:\n" + WordWrap(columns: columns).table(rows) + "\n"
  }

  /// Formats the help of a command, or of the program.
  ///
  /// - Parameters:
  ///   - command: The command; `nil` for the program.
  ///   - columns: The width of the terminal; `nil` if standard output is not a terminal.
  /// - Returns: Lines that end in a line feed.
  static func text(for command: CommandRow?, columns: Int?) -> String {
    let wrap = WordWrap(columns: columns)
    guard let command, command.name != DashboardCommand.row.name else { return overview(wrap) }
    var sections = [
      wrap.text(command.summary, after: "OVERVIEW: ", indent: 10),
      wrap.text(usage(of: command), after: "USAGE: ", indent: 9),
    ]
    // Also lists the common options that have a special meaning in this command.
    let changed = Option.common.filter { command.optionHelp[$0] != nil }
    let rows = (command.options + changed).map {
      ($0.synopsis(in: command), command.help(of: $0))
    }
    if !rows.isEmpty { sections.append("OPTIONS:\n" + wrap.table(rows)) }
    return (sections + [wrap.text(commonHint)]).joined(separator: "\n\n") + "\n"
  }

  private static let commonHint =
    "See 'halyard help \(HelpTopic.options)' for the options of every command, such as --source and --user."

  private static func overview(_ wrap: WordWrap) -> String {
    let commands = CommandTable.all.dropFirst().map { ($0.name, $0.summary) }
    let options = DashboardCommand.row.options.map {
      ($0.synopsis(in: DashboardCommand.row), $0.help)
    }
    let summary = "Browse an app's feature flags in a terminal, and override them."
    let source = """
      SOURCE is a file, a URL, a name of a flag service, or - for standard input. The default is --source, \
      then the environment variable HALYARD_SOURCE, then Features.json in the current folder, then \
      the built-in example.
      """
    let more = """
      See 'halyard help \(HelpTopic.sources)' for the sources and the flag systems, 'halyard help COMMAND' for \
      one command, and press ? on the screen for its keys.
      """
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
  private static func usage(of command: CommandRow) -> [String] {
    let operands = command.operands.map(\.synopsis)
    let options = command.options.map { option in
      "[\(option.flag)\(command.placeholder(of: option).map { " " + $0 } ?? "")]"
    }
    return ["halyard", command.name] + options + operands
  }
}
