/// A command of the program: its entry in the help, its typed options and its action.
///
/// Argument parsing, help and a test of the README use the commands in ``CommandTable``. An
/// instance holds the parsed options of one invocation.
protocol Command: Sendable {
  /// The word that selects the command.
  static var name: String { get }
  /// The sentence that describes the command in help and in the README.
  static var summary: String { get }
  /// The operands in the order of the command line; by default the source, if it is an operand.
  static var operands: [Operand] { get }
  /// The options of this command in addition to ``Option/common``.
  static var options: [Option] { get }
  /// The help texts of options whose meaning depends on the command; overrides ``Option/help``.
  static var optionHelp: [Option: String] { get }
  /// The placeholders of option values that depend on the command; overrides ``Option/value``.
  static var optionValues: [Option: String] { get }
  /// The completions of operands that depend on the command, by the name of the operand; overrides
  /// ``Operand/completion``.
  static var operandCompletions: [String: ValueCompletion] { get }
  /// The part of the command line that names the source; `none` if the command reads no
  /// configuration.
  static var sourceUse: SourceUse { get }
  /// Whether the command changes files of a workspace; `--read-only` rejects such a command.
  static var isChanging: Bool { get }

  /// Parses the options and operands of the command.
  ///
  /// - Throws: `usage` for a value that cannot be parsed, `source` for a file that cannot be read.
  init(_ arguments: Arguments) throws(Failure)

  /// Performs the command.
  ///
  /// - Throws: The failure that ``Main`` reports and turns into the exit code.
  func run(_ program: Program) async throws(Failure)
}

extension Command {
  static var operands: [Operand] {
    sourceUse == .operand ? [Operand("SOURCE", .optional)] : []
  }
  static var options: [Option] { [] }
  static var optionHelp: [Option: String] { [:] }
  static var optionValues: [Option: String] { [:] }
  static var operandCompletions: [String: ValueCompletion] { [:] }

  /// The placeholder of the option's value in this command; `nil` for an option without a value.
  static func placeholder(of option: Option) -> String? { optionValues[option] ?? option.value }
}

/// The part of the command line that names the configuration of a command.
enum SourceUse {
  /// The first operand or `--source`.
  case operand
  /// Only `--source`, because the operands of the command mean something else.
  case option
  /// No argument: the command reads no configuration.
  case none
}

/// A positional argument of a command, which can consist of several words.
struct Operand: Equatable {
  let name: String
  let count: Count

  /// The number of words of an operand.
  enum Count {
    case optional, required, repeated, any
    /// A program with its own arguments: includes all following words, even options.
    case program
  }

  init(_ name: String, _ count: Count) {
    self.name = name
    self.count = count
  }

  /// The operand as a usage line shows it, in brackets if it is optional.
  var synopsis: String {
    switch count {
    case .optional: "[\(name)]"
    case .required: name
    case .repeated, .program: "\(name)..."
    case .any: "[\(name)...]"
    }
  }
}
