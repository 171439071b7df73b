@testable import halyard

extension Program {
  /// A program without environment variables that suppresses all messages except errors.
  static var test: Program {
    let environment = Environment.current([:])
    return Program(
      environment: environment,
      name: "halyard test",
      console: Console(isQuiet: true, isColoured: false),
      themes: ThemeLibrary(environment, programPath: nil),
      isMonochrome: true,
      version: "test",
      log: nil
    )
  }
}

extension Arguments {
  /// Parses arguments with the command table of the program.
  init(_ words: [String], environment: [String: String] = [:]) throws(Failure) {
    try self.init(words, commands: CommandTable.all, environment: .current(environment))
  }

  /// Parses arguments, and then the typed options of their command.
  static func command(_ words: [String]) throws(Failure) -> any Command {
    let arguments = try Arguments(words)
    return try arguments.command.make(arguments)
  }
}
