import FeatureFlags

/// Overrides the state of features: `enable`, `disable`, `unlock` and `lock`.
struct StateCommand: Command {
  static let enable = row("enable", "Enable features.", .enabled(true))
  static let disable = row("disable", "Disable features.", .enabled(false))
  static let unlock = row("unlock", "Unlock features of type unlock flag.", .unlocked(true))
  static let lock = row("lock", "Lock features of type unlock flag.", .unlocked(false))

  private static func row(_ name: String, _ summary: String, _ override: OverrideChoice)
    -> CommandRow
  {
    CommandRow(
      name: name,
      summary: summary,
      operands: [Operand("NAME", .any, .features)],
      options: OverrideArguments.options + [.force],
      optionHelp: FeatureSelection.optionHelp,
      sourceUse: .option,
      isChanging: true,
      make: { arguments throws(Failure) in
        Self(override: override, request: try OverrideArguments(arguments.operands, arguments))
      }
    )
  }

  let override: OverrideChoice
  let request: OverrideArguments

  func run(_ program: Program) async throws(Failure) {
    try await request.run(program) { _ in [override] }
  }
}
