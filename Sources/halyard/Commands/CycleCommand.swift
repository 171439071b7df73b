import Dashboard
import FeatureFlags

/// Overrides tests with their next or previous variation.
struct CycleCommand: Command {
  static let row = CommandRow(
    name: "cycle",
    summary: "Override tests with their next variation.",
    operands: [Operand("NAME", .any, .features)],
    options: [.back] + FeatureSelection.options + OverrideOptions.options + [.dryRun],
    optionHelp: FeatureSelection.optionHelp,
    sourceUse: .option,
    isChanging: true,
    make: Self.init
  )

  private let source: SourceOptions
  private let selection: FeatureSelection
  private let options: OverrideOptions
  private let isDryRun: Bool
  /// The number of variations to advance: 1, or -1 with `--back`.
  private let steps: Int

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    selection = try FeatureSelection(arguments.operands, arguments)
    options = try OverrideOptions(arguments)
    isDryRun = arguments.has(.dryRun)
    steps = arguments.has(.back) ? -1 : 1
  }

  func run(_ program: Program) async throws(Failure) {
    let change = OverrideChange(
      try CommandContext(source, program),
      options,
      isDryRun: isDryRun
    )
    try await change.apply(to: selection) { feature throws(FlagStoreError) in
      guard let override = feature.cycled(by: steps) else {
        throw .refused(feature.name, Self.refusal(of: feature))
      }
      return .decide([override])
    }
  }

  /// The reason why the given feature has no variations to cycle.
  private static func refusal(of feature: Feature) -> DecisionError {
    if feature.type == .deprecated { return .deprecated }
    return feature.type == .value ? .noState : .noVariations
  }
}
