import FeatureFlags

/// Evaluates flags by reading the results from a bulk response, which an OFREP server has evaluated for
/// one user.
struct OFREPEvaluator: FlagEvaluator {
  /// The entries of the response, by key.
  private let evaluation: OFREPBulkEvaluation
  /// The user for whom the response was requested; `nil` if this is unknown, such as for a file.
  private let context: EvaluationContext?

  init(_ evaluation: OFREPBulkEvaluation, for context: EvaluationContext? = nil) {
    self.evaluation = evaluation
    self.context = context
  }

  /// Returns a function that returns the results of the response for its own user, and no variation for
  /// any other user.
  func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    let isRequested = isRequested(context)
    return { [evaluation] definition, _ in
      guard let entry = evaluation.entry(definition.name.rawValue), let outcome = entry.outcome
      else { return nil }
      return isRequested
        ? .outcome(outcome, reason: entry.evaluationReason) : .outcome(nil, reason: .unknown)
    }
  }

  /// Whether evaluation needs a targeting key: `optional`, because the server decides.
  var targetingKeyUse: TargetingKeyUse { .optional }

  func fetched(for context: EvaluationContext) -> any FlagEvaluator {
    OFREPEvaluator(evaluation, for: context)
  }

  /// Returns the reason, the variant and the metadata of the flag in the response.
  func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    guard let entry = evaluation.entry(feature.name.rawValue) else { return nil }
    guard isRequested(context) else {
      return Explanation(warnings: ["the response is for a different user"])
    }
    let metadata = entry.metadata.map {
      Explanation.Finding("\($0.name): \($0.value)")
    }
    guard entry.error == nil else { return Explanation(steps: [entry.step(metadata)]) }
    let remarks = entry.value == nil ? ["no value: the app uses its own default"] : []
    return Explanation(steps: [entry.step(metadata)], remarks: remarks)
  }

  private func isRequested(_ context: EvaluationContext) -> Bool {
    self.context.map { $0 == context } ?? true
  }
}

extension OFREPEntry {
  /// The outcome that corresponds to the entry; `nil` for an entry without a value.
  var outcome: ServiceVariation? {
    switch value {
    case nil: nil
    case .boolean(true): ServiceVariation(.enabled)
    case .boolean(false): ServiceVariation(.disabled, isOn: false)
    case let value?:
      ServiceVariation(
        TestVariation(name: variant ?? Self.valueVariation),
        variables: [Variable(name: Self.variable, value: value)]
      )
    }
  }

  /// The name of the variable that contains the value of a flag.
  static let variable = "value"
  /// The name of the variation if the entry has a value but no variant.
  private static let valueVariation = "value"

  /// The reason as an evaluation reason; unknown for a reason that this version of OFREP does not
  /// define.
  fileprivate var evaluationReason: EvaluationReason {
    let reason = reason.flatMap { EvaluationReason(rawValue: $0.uppercased()) } ?? .unknown
    // The reason `override` is reserved for overrides of this program, which only the store knows.
    return reason == .override ? .unknown : reason
  }

  fileprivate func step(_ metadata: [Explanation.Finding]) -> Explanation.Step {
    if let error { return Explanation.Step(title: "\(error)", findings: metadata) }
    return Explanation.Step(
      title: "reason \(reason ?? "not given")",
      variation: variant ?? value?.description,
      findings: metadata
    )
  }
}
