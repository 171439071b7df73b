import Documents
package import FeatureFlags

/// Evaluates the flags of a document of LaunchDarkly for any user.
package struct LaunchDarklyEvaluator: FlagEvaluator {
  /// The parsed document.
  package let document: LaunchDarklyDocument

  /// Creates the evaluator of a document.
  package init(_ document: LaunchDarklyDocument) { self.document = document }

  /// Returns a function that evaluates flags for a user.
  package func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    let evaluation = LaunchDarklyEvaluation(document, context)
    return { definition, _ in
      guard let flag = evaluation.document.flag(definition.name) else { return nil }
      return flag.allocation(of: evaluation.result(of: flag, isForcedOn: definition.isForcedOn))
    }
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
    document.flag(name).map { LaunchDarklyEvaluation(document, context).result(of: $0).json }
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
