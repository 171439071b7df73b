/// Explains the program or one of its commands.
enum HelpCommand {
  static func text(for command: Command?) -> String {
    guard let command, command != .dashboard else { return overview }
    var sections = ["OVERVIEW: \(command.summary)", "USAGE: \(usage(of: command))"]
    if !command.options.isEmpty {
      sections.append("OPTIONS:\n" + rows(command.options.map { ($0.synopsis, $0.help) }))
    }
    sections.append("COMMON OPTIONS:\n" + rows(Option.common.map { ($0.synopsis, $0.help) }))
    return sections.joined(separator: "\n\n") + "\n"
  }

  private static var overview: String {
    let commands = Command.allCases.filter { $0 != .dashboard }.map { command in
      (command.rawValue, command.summary)
    }
    return """
      OVERVIEW: Look at an app's feature flags in a terminal, and flip them.

      USAGE: halyard [SOURCE] [options]
             halyard COMMAND ... [options]

      SOURCE is a file, or - for standard input. Without it: --source, HALYARD_SOURCE, a
      Features.json in this folder, or the built-in example.

      COMMANDS:
      \(rows(commands))

      OPTIONS:
      \(rows((Option.common + Command.dashboard.options).map { ($0.synopsis, $0.help) }))

      See 'halyard help COMMAND' for one command, and press ? on the screen for its keys.

      """
  }

  private static func usage(of command: Command) -> String {
    let operands = command.operands.map(\.synopsis)
    let options = command.options.map { "[\($0.flag)\($0.value.map { " " + $0 } ?? "")]" }
    return (["halyard", command.rawValue] + options + operands).joined(separator: " ")
  }

  private static func rows(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { name, help in
      "  " + name + String(repeating: " ", count: width - name.count + 2) + help
    }.joined(separator: "\n")
  }
}
