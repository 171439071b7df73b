import FeatureFlags

/// Enables features.
struct EnableCommand: Command {
  static let name = "enable"
  static let summary = "Enable features."
  static let operands = [Operand("NAME", .repeated)]
  static let sourceUse = SourceUse.option
  static let isChanging = true

  private let change: StateChange

  init(_ arguments: Arguments) throws(Failure) {
    change = try StateChange(.enabled(true), arguments)
  }

  func run(_ program: Program) async throws(Failure) { try await change.run(program) }
}

/// Disables features.
struct DisableCommand: Command {
  static let name = "disable"
  static let summary = "Disable features."
  static let operands = [Operand("NAME", .repeated)]
  static let sourceUse = SourceUse.option
  static let isChanging = true

  private let change: StateChange

  init(_ arguments: Arguments) throws(Failure) {
    change = try StateChange(.enabled(false), arguments)
  }

  func run(_ program: Program) async throws(Failure) { try await change.run(program) }
}

/// Unlocks unlock flags.
struct UnlockCommand: Command {
  static let name = "unlock"
  static let summary = "Unlock unlock flags."
  static let operands = [Operand("NAME", .repeated)]
  static let sourceUse = SourceUse.option
  static let isChanging = true

  private let change: StateChange

  init(_ arguments: Arguments) throws(Failure) {
    change = try StateChange(.unlocked(true), arguments)
  }

  func run(_ program: Program) async throws(Failure) { try await change.run(program) }
}

/// Locks unlock flags.
struct LockCommand: Command {
  static let name = "lock"
  static let summary = "Lock unlock flags."
  static let operands = [Operand("NAME", .repeated)]
  static let sourceUse = SourceUse.option
  static let isChanging = true

  private let change: StateChange

  init(_ arguments: Arguments) throws(Failure) {
    change = try StateChange(.unlocked(false), arguments)
  }

  func run(_ program: Program) async throws(Failure) { try await change.run(program) }
}

/// One override of several features, as `enable`, `disable`, `unlock` and `lock` set it.
private struct StateChange {
  private let override: Decision
  private let source: SourceOptions
  private let names: [String]

  init(_ override: Decision, _ arguments: Arguments) throws(Failure) {
    self.override = override
    source = try arguments.sourceOptions()
    names = arguments.operands
  }

  func run(_ program: Program) async throws(Failure) {
    let change = OverrideChange(try CommandContext(source, program))
    try await change.apply(to: names) { names, store throws(FlagStoreError) in
      try store.decide(override, for: names)
    }
  }
}
