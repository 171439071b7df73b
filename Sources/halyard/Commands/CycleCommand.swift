import Dashboard
import FeatureFlags

/// Overrides tests with their next or previous variation.
struct CycleCommand: Command {
  static let name = "cycle"
  static let summary = "Override tests with their next variation."
  static let operands = [Operand("NAME", .repeated)]
  static let options: [Option] = [.back]
  static let sourceUse = SourceUse.option
  static let isChanging = true

  private let source: SourceOptions
  private let names: [String]
  /// The number of variations to advance: 1, or -1 with `--back`.
  private let steps: Int

  init(_ arguments: Arguments) throws(Failure) {
    source = try arguments.sourceOptions()
    names = arguments.operands
    steps = arguments.has(.back) ? -1 : 1
  }

  func run(_ program: Program) async throws(Failure) {
    let change = OverrideChange(try CommandContext(source, program))
    try await change.apply(to: names) { names, store throws(FlagStoreError) in
      for name in names {
        let feature = try store.requiredFeature(named: name)
        guard let override = feature.cycled(by: steps) else {
          throw .refused(name, Self.refusal(of: feature))
        }
        try store.decide(override, for: [name])
      }
    }
  }

  /// The reason why the given feature has no variations to cycle.
  private static func refusal(of feature: Feature) -> DecisionError {
    if feature.type == .deprecated { return .deprecated }
    return feature.type == .value ? .noState : .noVariations
  }
}
