import FeatureFlags

/// Overrides features to be enabled.
struct EnableCommand: Command {
  static let name = "enable"
  static let summary = "Enable features."
  static let operands = StateChange.operands
  static let options = StateChange.options
  static let optionHelp = FeatureSelection.optionHelp
  static let sourceUse = SourceUse.option
  static let isChanging = true

  private let change: StateChange

  init(_ arguments: Arguments) throws(Failure) {
    change = try StateChange(.enabled(true), arguments)
  }

  func run(_ program: Program) async throws(Failure) { try await change.run(program) }
}

/// Overrides features to be disabled.
struct DisableCommand: Command {
  static let name = "disable"
  static let summary = "Disable features."
  static let operands = StateChange.operands
  static let options = StateChange.options
  static let optionHelp = FeatureSelection.optionHelp
  static let sourceUse = SourceUse.option
  static let isChanging = true

  private let change: StateChange

  init(_ arguments: Arguments) throws(Failure) {
    change = try StateChange(.enabled(false), arguments)
  }

  func run(_ program: Program) async throws(Failure) { try await change.run(program) }
}

/// Overrides features of type unlock flag to be unlocked.
struct UnlockCommand: Command {
  static let name = "unlock"
  static let summary = "Unlock features of type unlock flag."
  static let operands = StateChange.operands
  static let options = StateChange.options
  static let optionHelp = FeatureSelection.optionHelp
  static let sourceUse = SourceUse.option
  static let isChanging = true

  private let change: StateChange

  init(_ arguments: Arguments) throws(Failure) {
    change = try StateChange(.unlocked(true), arguments)
  }

  func run(_ program: Program) async throws(Failure) { try await change.run(program) }
}

/// Overrides features of type unlock flag to be locked.
struct LockCommand: Command {
  static let name = "lock"
  static let summary = "Lock features of type unlock flag."
  static let operands = StateChange.operands
  static let options = StateChange.options
  static let optionHelp = FeatureSelection.optionHelp
  static let sourceUse = SourceUse.option
  static let isChanging = true

  private let change: StateChange

  init(_ arguments: Arguments) throws(Failure) {
    change = try StateChange(.unlocked(false), arguments)
  }

  func run(_ program: Program) async throws(Failure) { try await change.run(program) }
}

/// The implementation of `enable`, `disable`, `unlock` and `lock`: sets one override for all named
/// features.
private struct StateChange {
  /// The operands of the commands; `--section` or `--type` can replace them.
  static let operands = [Operand("NAME", .any)]
  /// The options of the commands.
  static let options: [Option] =
    FeatureSelection.options + OverrideOptions.options + [.dryRun, .force]

  private let override: Decision
  private let source: SourceOptions
  private let selection: FeatureSelection
  private let options: OverrideOptions
  private let isDryRun: Bool

  init(_ override: Decision, _ arguments: Arguments) throws(Failure) {
    self.override = override
    source = try arguments.sourceOptions()
    selection = try FeatureSelection(arguments.operands, arguments)
    options = try OverrideOptions(arguments)
    isDryRun = arguments.has(.dryRun)
  }

  func run(_ program: Program) async throws(Failure) {
    let change = OverrideChange(
      try CommandContext(source, program),
      options,
      isDryRun: isDryRun
    )
    try await change.apply(to: selection) { _ in .decide([override]) }
  }
}
