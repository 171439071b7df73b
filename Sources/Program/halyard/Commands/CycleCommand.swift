import Dashboard
import FeatureFlags

/// Overrides tests with their next or previous variation.
struct CycleCommand: Command {
  static let row = CommandRow(
    name: "cycle",
    summary: "Override tests with the variation after the current one.",
    operands: [Operand("NAME", .any, .features)],
    options: [.back] + OverrideArguments.options,
    optionHelp: FeatureSelection.optionHelp,
    sourceUse: .option,
    isChanging: true,
    make: Self.init
  )

  private let request: OverrideArguments
  /// The number of variations by which each test advances: 1, or -1 with `--back`.
  private let steps: Int

  init(_ arguments: Arguments) throws(Failure) {
    request = try OverrideArguments(arguments.operands, arguments)
    steps = arguments.has(.back) ? -1 : 1
  }

  func run(_ program: Program) async throws(Failure) {
    try await request.run(program) { feature throws(FlagStoreError) in
      guard let override = feature.cycled(by: steps) else {
        throw .refused(feature.name, Self.refusal(of: feature))
      }
      return [override]
    }
  }

  /// The reason why the given feature has no variations to cycle.
  private static func refusal(of feature: Feature) -> OverrideError {
    if feature.type == .deprecated { return .deprecated }
    return feature.type == .value ? .noState : .noVariations
  }
}
