/// One invocation of a command, with its parsed options.
protocol Command: Sendable {
  /// Performs the command.
  ///
  /// - Throws: The failure that ``Main`` reports and turns into the exit code.
  func run(_ program: Program) async throws(Failure)
}

/// A command of the program: its name, its help, its arguments, and how an invocation is created.
///
/// Argument parsing, help, completions, the manual page and the documentation use the rows in
/// ``CommandTable``.
struct CommandRow: Sendable {
  /// The word that selects the command.
  let name: String
  /// The sentence that describes the command in help and in the documentation.
  let summary: String
  /// The operands in the order of the command line.
  ///
  /// A command that declares none has the source as its only operand, unless its source is an option.
  let operands: [Operand]
  /// The options of this command in addition to ``Option/common``.
  let options: [Option]
  /// The help texts of options whose meaning depends on the command; overrides ``Option/help``.
  let optionHelp: [Option: String]
  /// The placeholders of option values that depend on the command; overrides ``Option/value``.
  let optionValues: [Option: String]
  /// The values of `--format` that select the form of the output, instead of the format of the source.
  let outputFormats: [String]
  /// The part of the command line that names the source; `none` if the command reads no
  /// configuration.
  let sourceUse: SourceUse
  /// Whether the command changes files of a workspace; `--read-only` rejects such a command.
  let isChanging: Bool
  /// Parses the options and operands of an invocation.
  ///
  /// Throws `usage` for a value that cannot be parsed, `source` for a file that cannot be read.
  let make: @Sendable (Arguments) throws(Failure) -> any Command

  init(
    name: String,
    summary: String,
    operands: [Operand]? = nil,
    options: [Option] = [],
    optionHelp: [Option: String] = [:],
    optionValues: [Option: String] = [:],
    outputFormats: [String] = [],
    sourceUse: SourceUse,
    isChanging: Bool,
    make: @escaping @Sendable (Arguments) throws(Failure) -> any Command
  ) {
    self.name = name
    self.summary = summary
    self.operands =
      operands ?? (sourceUse == .operand ? [Operand("SOURCE", .optional, .files)] : [])
    self.options = options
    self.optionHelp = optionHelp
    self.optionValues = optionValues
    self.outputFormats = outputFormats
    self.sourceUse = sourceUse
    self.isChanging = isChanging
    self.make = make
  }

  /// The replacements of commands that earlier versions had, for the error messages.
  static let renamed = ["lock-feature": "team lock", "unlock-feature": "team unlock"]

  /// The placeholder of the option's value in this command; `nil` for an option without a value.
  func placeholder(of option: Option) -> String? { optionValues[option] ?? option.value }

  /// The text that explains the option in the help of this command.
  func help(of option: Option) -> String { optionHelp[option] ?? option.help }
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
