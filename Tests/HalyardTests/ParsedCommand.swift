@testable import halyard

extension Program {
  /// A program without environment variables that prints nothing but data.
  static var test: Program {
    let environment = Environment.current([:])
    return Program(
      environment: environment,
      console: Console(isQuiet: true, isColoured: false),
      themes: ThemeLibrary(environment, programPath: nil),
      isMonochrome: true,
      version: "test",
      log: nil
    )
  }
}

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
