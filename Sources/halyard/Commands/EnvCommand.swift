import FeatureFlags
import Files
import Glibc

/// Prints the line with which a shell points programs at the overrides of a workspace.
struct EnvCommand: Command {
  static let name = "env"
  static let summary = "Print the shell command that makes programs follow the overrides."
  static let sourceUse = SourceUse.option
  static let isChanging = false

  private let source: SourceOptions

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
  }

  func run(_ program: Program) throws(Failure) {
    let path = try CommandContext(source, program).overridesPath
    let parts = path.split(separator: "'", omittingEmptySubsequences: false)
    let quoted = parts.joined(separator: "'\\''")
    program.console.write("export \(FeatureFlags.overridesVariable)='\(quoted)'\n")
  }
}

/// Replaces this process by a program that follows the overrides of a workspace.
struct RunCommand: Command {
  static let name = "run"
  static let summary = "Run a program that follows the overrides."
  static let operands = [Operand("COMMAND", .program)]
  static let sourceUse = SourceUse.option
  static let isChanging = false

  private let source: SourceOptions
  /// The program and its arguments.
  private let words: [String]

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    words = arguments.operands
  }

  /// - Throws: `command`, if there is no such program or it cannot be run.
  func run(_ program: Program) throws(Failure) {
    setenv(FeatureFlags.overridesVariable, try CommandContext(source, program).overridesPath, 1)
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    execvp(words[0], &arguments)
    throw .command(words[0], SystemError(number: errno))
  }
}

extension CommandContext {
  /// The path of the overrides from the root: the followers can have another working folder.
  fileprivate var overridesPath: String {
    program.environment.absolute(setup.workspace.overridesPath)
  }
}
