package import FeatureFlags

package import struct FoundationEssentials.Date

/// The facts from which the reasons for a stale feature are derived.
package struct StalenessFacts: Sendable {
  private let evaluator: (any FlagEvaluator)?
  /// The date before which the last change of a stale feature was.
  private let limit: Date
  /// The recorded changes of the source; `nil` if they are unknown.
  package var log: TimelineLog?
  /// The user of the recorded states.
  package var user = EvaluationContext()
  /// The time at which the document was last changed; `nil` if it is unknown.
  package var documentDate: Date?
  /// Whether clients have asked for a feature; `nil` if no client has asked for anything.
  package var isAsked: (@Sendable (Feature.Name) -> Bool)?
  /// Whether source code uses a feature; `nil` if no code was searched.
  package var isUsed: (@Sendable (Feature.Name) -> Bool)?

  /// The time for which a stale feature is unchanged, in days, if a command does not say otherwise.
  package static let unchangedDays = 90

  package init(evaluator: (any FlagEvaluator)?, unchangedSince limit: Date) {
    self.evaluator = evaluator
    self.limit = limit
  }

  /// Returns the reasons why a feature may be obsolete; empty for a feature in use.
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

  /// The date since which the feature is known to be unchanged; `nil` if none is known.
  private func lastKnownChange(of feature: Feature) -> Date? {
    let recorded = log?.unchangedSince(feature, for: user)
    return [documentDate, recorded].compactMap(\.self).min()
  }

  /// The variation of a test or a rollout that every user has; `nil` for other features.
  private func commonVariation(of feature: Feature) -> CommonVariation? {
    guard feature.isEvaluatedByService else { return feature.commonVariation }
    let user = EvaluationContext(targetingKey: "halyard")
    return evaluator?.explanation(of: feature, in: user)?.commonVariation
  }
}

/// The variation that every user of a test has, or none.
private struct CommonVariation {
  let variation: TestVariation?
}

extension Feature {
  /// The variation of a test with biases that all users have; `nil` for other features.
  fileprivate var commonVariation: CommonVariation? {
    guard type.isTest, let shares = VariationShares(definition) else { return nil }
    let largest = shares.segments.max { $0.share < $1.share }
    // A share of more than 99.95 % is shown as 100 %.
    guard let largest, largest.share > 99.95 else { return nil }
    return CommonVariation(variation: largest.variation)
  }

  /// Whether several variations set the same values, and at least one value.
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
  /// The variation of a rule that divides its users and has one variation for all of them, if no condition
  /// was tested before; `nil` for other evaluations.
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
  /// Whether one owner has all buckets.
  fileprivate var hasOneRange: Bool {
    let owned = ranges.filter { $0.end > $0.start }
    let sum = owned.reduce(0) { $0 + $1.end - $1.start }
    return sum >= length && Set(owned.map(\.name)).count == 1
  }
}
