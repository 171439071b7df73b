import Documents
package import FeatureFlags
import Targeting

/// Evaluates the flags of a document of LaunchDarkly for any user.
package struct LaunchDarklyEvaluator: FlagEvaluator {
  /// The parsed document.
  package let document: LaunchDarklyDocument
  /// The forced results of flags, for the flags of which they are prerequisites.
  private var forced: [FeatureName: ForcedResult] = [:]

  /// Creates the evaluator of a document.
  package init(_ document: LaunchDarklyDocument) { self.document = document }

  /// Returns a function that evaluates flags for a user.
  package func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    let evaluation = evaluation(for: context)
    return { definition, _ in
      guard let flag = evaluation.document.flag(definition.name) else { return nil }
      return flag.allocation(of: evaluation.result(of: flag, isForcedOn: definition.isForcedOn))
    }
  }

  /// Creates the evaluation of flags for a user.
  func evaluation(
    for context: EvaluationContext,
    isRecorded: Bool = false
  ) -> LaunchDarklyEvaluation {
    LaunchDarklyEvaluation(document, context, forcing: forced, isRecorded: isRecorded)
  }

  /// The flags with prerequisites.
  package var dependents: [FeatureName] {
    document.flags.lazy.filter { !$0.prerequisites.isEmpty }.map(\.name)
  }

  /// Returns an evaluator whose prerequisites have the results that overrides force.
  package func forcing(_ features: [Feature]) -> any FlagEvaluator {
    var evaluator = self
    let results = features.compactMap { feature in
      ForcedResult(feature).map { (feature.name, $0) }
    }
    evaluator.forced = Dictionary(results) { first, _ in first }
    return evaluator
  }

  /// Warns of a user whom SDKs reject; nobody is a user without key and attributes.
  package func problems(in context: EvaluationContext) -> [Problem] {
    guard document.isEvaluated, context.targetingKey != nil || !context.attributes.isEmpty else {
      return []
    }
    do throws(EvaluationFailure) {
      _ = try LaunchDarklyContext(context)
      return []
    } catch {
      let fact = Problem.Fact.service("\(error.message): SDKs evaluate no flag for such a context")
      return [Problem(severity: .warning, line: nil, feature: nil, fact: fact)]
    }
  }

  /// Returns the rules of a flag, with the segments to which they refer.
  package func targetingText(of feature: Feature) -> String? {
    document.flag(feature.name).map(document.targetingText)
  }

  /// The use of the targeting key: required, unless the document has values for one context only.
  package var targetingKeyUse: TargetingKeyUse { document.isEvaluated ? .required : .unused }

  /// Returns the reason for a result as the JSON of SDKs, such as `{"kind":"OFF"}`; `nil` for an unknown
  /// flag.
  package func reason(of name: FeatureName, in context: EvaluationContext) -> JSONValue? {
    document.flag(name).map { evaluation(for: context).result(of: $0).json }
  }
}

extension LaunchDarklyDocument {
  /// The flags as features.
  package var features: [Feature] { flags.map(\.feature) }

  /// Whether the document has the targeting of its flags.
  package var isEvaluated: Bool { form == .payload }
}

extension LaunchDarklyFlag {
  fileprivate func allocation(of result: LaunchDarklyResult) -> Allocation {
    if let failure = result.failure { return .failure(failure) }
    var rule: String?
    if case .ruleMatch(let index, let id) = result.reason {
      rule = id.isEmpty ? "\(index + 1)" : id
    }
    return .outcome(
      result.variation.flatMap(outcome),
      rule: rule,
      reason: result.openFeatureReason
    )
  }
}
