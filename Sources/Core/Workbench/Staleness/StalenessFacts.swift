package import FeatureFlags

package import struct FoundationEssentials.Date

/// The facts from which the reasons are derived why a feature may be stale.
package struct StalenessFacts: Sendable {
  private let evaluator: (any FlagEvaluator)?
  /// The date since which a stale feature has not changed.
  private let limit: Date
  /// The recorded changes of the source; `nil` if they are unknown.
  package var log: TimelineLog?
  /// The user for whom the states in ``log`` were evaluated.
  package var user = EvaluationContext()
  /// The time at which the document was last changed; `nil` if it is unknown.
  package var documentDate: Date?
  /// Returns whether clients of the server have requested a feature; `nil` if there were no requests.
  package var isAsked: (@Sendable (Feature.Name) -> Bool)?
  /// Returns whether source code uses a feature; `nil` if no code was searched.
  package var isUsed: (@Sendable (Feature.Name) -> Bool)?

  /// The default number of days without a change after which a feature is stale.
  package static let unchangedDays = 90

  package init(evaluator: (any FlagEvaluator)?, unchangedSince limit: Date) {
    self.evaluator = evaluator
    self.limit = limit
  }

  /// Returns the reasons why a feature may be obsolete; empty if there is no reason.
  package func reasons(for feature: Feature) -> [StaleReason] {
    guard !feature.isRemoved else { return [] }
    var reasons: [StaleReason] = []
    if feature.type == .deprecated {
      reasons.append(.marked("deprecated"))
    } else if feature.badges.contains("stale") {
      reasons.append(.marked("marked as stale"))
    }
    if let common = commonVariation(of: feature) {
      reasons.append(.sameForEveryone(common.variation))
    }
    if feature.hasEqualVariations { reasons.append(.equalVariations) }
    if let date = lastKnownChange(of: feature), date <= limit {
      reasons.append(.unchanged(since: date))
    }
    if let isAsked, !isAsked(feature.name) { reasons.append(.unasked) }
    if let isUsed, !isUsed(feature.name) { reasons.append(.unused) }
    return reasons
  }

  /// Returns the date since which the feature is known to be unchanged; `nil` if no date is known.
  private func lastKnownChange(of feature: Feature) -> Date? {
    let recorded = log?.unchangedSince(feature, for: user)
    return [documentDate, recorded].compactMap(\.self).min()
  }

  /// Returns the result that all users of a test or a rollout get; `nil` if users can get different
  /// results.
  private func commonVariation(of feature: Feature) -> CommonVariation? {
    guard feature.isEvaluatedByService else { return feature.commonVariation }
    let user = EvaluationContext(targetingKey: "halyard")
    return evaluator?.explanation(of: feature, in: user)?.commonVariation
  }
}

/// The result that all users of a test get: a variation, or `nil` for no variation.
private struct CommonVariation {
  let variation: TestVariation?
}

extension Feature {
  /// The result that all users of a test with biases get; `nil` if users can get different results.
  fileprivate var commonVariation: CommonVariation? {
    guard type.isTest, let shares = VariationShares(definition) else { return nil }
    let largest = shares.segments.max { $0.share < $1.share }
    // A share of more than 99.95 % is shown as 100 %.
    guard let largest, largest.share > 99.95 else { return nil }
    return CommonVariation(variation: largest.variation)
  }

  /// Whether the test has several variations, all of which set the same values, and at least one value.
  fileprivate var hasEqualVariations: Bool {
    guard type.isTest, testVariations.count > 1 else { return false }
    let values =
      outcomes.isEmpty
      ? variationVariables.map { ($0, true) } : outcomes.map { ($0.variables, $0.isOn) }
    guard values.count == testVariations.count, let first = values.first, !first.0.isEmpty else {
      return false
    }
    return values.allSatisfy { Set($0.0) == Set(first.0) && $0.1 == first.1 }
  }
}

extension Explanation {
  /// The variation that all users get from a percentage rollout; `nil` if a condition was tested before
  /// the rollout, or if the rollout has several variations.
  fileprivate var commonVariation: CommonVariation? {
    guard let index = steps.firstIndex(where: { $0.variation != nil }) else { return nil }
    let isOpen = steps[...index].allSatisfy { step in
      (step.variation != nil || step.outcome == nil)
        && step.findings.allSatisfy { $0.verdict == nil || $0.ruler != nil }
    }
    let rulers = steps[index].findings.compactMap(\.ruler)
    guard isOpen, !rulers.isEmpty, rulers.allSatisfy({ $0.hasOneRange }) else { return nil }
    return CommonVariation(variation: steps[index].variation.map(TestVariation.init(name:)))
  }
}

extension Explanation.Ruler {
  /// Whether all buckets belong to the same variation.
  fileprivate var hasOneRange: Bool {
    let owned = ranges.filter { $0.end > $0.start }
    let sum = owned.reduce(0) { $0 + $1.end - $1.start }
    return sum >= length && Set(owned.map(\.name)).count == 1
  }
}
