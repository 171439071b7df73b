@testable import halyard

extension Arguments {
  /// Parses words with the commands of the program.
  init(_ words: [String], environment: [String: String] = [:]) throws(Failure) {
    try self.init(words, commands: CommandTable.all, environment: .current(environment))
  }

  /// Parses words and the typed options of their command.
  static func command(_ words: [String]) throws(Failure) -> any Command {
    let arguments = try Arguments(words)
    return try arguments.command.init(arguments)
  }
}
