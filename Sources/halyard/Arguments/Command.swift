/// A command of the program: its entry in the help, its typed options and its handler.
///
/// Parsing, help and the README come from the commands in `CommandTable`. An instance holds the
/// parsed options of one invocation.
protocol Command: Sendable {
  /// The word that selects the command.
  static var name: String { get }
  /// What the command does, in one sentence.
  static var summary: String { get }
  /// The words after the command, besides options.
  static var operands: [Operand] { get }
  /// The options of the command, besides the common ones.
  static var options: [Option] { get }
  /// How the command line names the configuration that the command reads.
  static var sourceUse: SourceUse { get }
  /// Whether the command changes files of a workspace, which `--read-only` forbids.
  static var isChanging: Bool { get }

  /// Parses the options and operands of the command.
  ///
  /// - Throws: `usage` for a value that cannot be parsed, `source` for a file that an option names.
  init(_ arguments: Arguments) throws(Failure)

  /// Runs the command.
  ///
  /// - Throws: The failure that `Main` reports with its exit code.
  func run(_ program: Program) async throws(Failure)
}

extension Command {
  static var operands: [Operand] { [] }
  static var options: [Option] { [] }
}

/// How the command line names the configuration that a command reads.
enum SourceUse {
  /// By the first operand, or by `--source`.
  case operand
  /// By `--source` only.
  case option
  /// The command reads no configuration.
  case none
}

/// A word or several words after a command.
struct Operand: Equatable {
  let name: String
  let count: Count

  /// How many words an operand has.
  enum Count {
    case optional, required, repeated, any
    /// A program with its own arguments: every word that follows, options included.
    case program
  }

  init(_ name: String, _ count: Count) {
    self.name = name
    self.count = count
  }

  /// The operand in a usage line, with brackets if it is optional.
  var synopsis: String {
    switch count {
    case .optional: "[\(name)]"
    case .required: name
    case .repeated, .program: "\(name)..."
    case .any: "[\(name)...]"
    }
  }
}
