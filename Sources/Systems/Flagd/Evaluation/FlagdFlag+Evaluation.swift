import FeatureFlags
import Targeting

extension FlagdDocument.Flag {
  /// Evaluates the flag for the user of an evaluation.
  ///
  /// - Parameters:
  ///   - evaluation: The evaluation of the targeting.
  ///   - isForcedOn: Whether the flag is evaluated even if it is disabled.
  /// - Returns: The variant with the reason, or the failure.
  func allocation(_ evaluation: inout RuleEvaluation, isForcedOn: Bool) -> Allocation {
    guard isForcedOn || !isDisabled else { return .outcome(nil, reason: .disabled) }
    guard let rule else { return defaultAllocation(reason: .fixed) }
    do throws(EvaluationFailure) {
      let value = try evaluation.result(of: rule)
      guard !value.isNull else { return defaultAllocation(reason: .byDefault) }
      let name = value.variantName
      guard let outcome = outcomes.first(where: { $0.variation.rawValue.isSameText(as: name) })
      else {
        throw EvaluationFailure(
          .general,
          "the targeting returns \(value.excerpt), which is no variant"
        )
      }
      return .outcome(outcome, reason: .targetingMatch)
    } catch {
      return .failure(error)
    }
  }

  private func defaultAllocation(reason: EvaluationReason) -> Allocation {
    guard let defaultIndex else { return .outcome(nil, reason: .byDefault) }
    return .outcome(outcomes[defaultIndex], reason: reason)
  }
}

extension FlagdDocument.Flag {
  /// The default variant and the targeting, to compare two documents.
  var targetingText: String {
    let name = defaultIndex.map { "default \(outcomes[$0].variation)" } ?? "no default"
    return name + (rule.map { "; \($0.json.text())" } ?? "")
  }
}
