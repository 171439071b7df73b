import FeatureFlags

/// Overrides the state of features: `enable`, `disable`, `unlock` and `lock`.
struct StateCommand: Command {
  static let enable = row("enable", "Enable features.", .enabled(true))
  static let disable = row("disable", "Disable features.", .enabled(false))
  static let unlock = row("unlock", "Unlock features of type unlock flag.", .unlocked(true))
  static let lock = row("lock", "Lock features of type unlock flag.", .unlocked(false))

  private static func row(_ name: String, _ summary: String, _ override: Decision) -> CommandRow {
    CommandRow(
      name: name,
      summary: summary,
      operands: [Operand("NAME", .any, .features)],
      options: FeatureSelection.options + OverrideOptions.options + [.dryRun, .force],
      optionHelp: FeatureSelection.optionHelp,
      sourceUse: .option,
      isChanging: true,
      make: { arguments throws(Failure) in try Self(override, arguments) }
    )
  }

  private let override: Decision
  private let source: SourceOptions
  private let selection: FeatureSelection
  private let options: OverrideOptions
  private let isDryRun: Bool

  private init(_ override: Decision, _ arguments: Arguments) throws(Failure) {
    self.override = override
    source = try arguments.sourceOptions()
    selection = try FeatureSelection(arguments.operands, arguments)
    options = try OverrideOptions(arguments)
    isDryRun = arguments.has(.dryRun)
  }

  func run(_ program: Program) async throws(Failure) {
    let context = try CommandContext(source, program)
    try await OverrideChange(context, options, isDryRun: isDryRun)
      .apply(to: selection) { _ in .decide([override]) }
  }
}
