package import FeatureFlags

package import struct FoundationEssentials.Date

/// A reason why a feature may be obsolete, so that its code can be removed.
package enum StaleReason: Hashable, Sendable {
  /// The source marks the feature as stale or deprecated; the text describes this, such as "deprecated".
  case marked(String)
  /// A test or a rollout has the same variation for all users; `nil` if no user gets a variation.
  case sameForEveryone(TestVariation?)
  /// All variations of a test set the same values.
  case equalVariations
  /// The feature has not changed in the source since the given date, or longer.
  case unchanged(since: Date)
  /// No client has requested the feature since the server started.
  case unasked
  /// No source code uses the feature.
  case unused

  /// The name of the reason in JSON.
  package var name: String {
    switch self {
    case .marked: "marked"
    case .sameForEveryone: "sameForEveryone"
    case .equalVariations: "equalVariations"
    case .unchanged: "unchanged"
    case .unasked: "unasked"
    case .unused: "unused"
    }
  }

  /// The reason as text, such as `unchanged for 120 days`.
  package func text(now: Date) -> String {
    switch self {
    case .marked(let word): return word
    case .sameForEveryone(let variation):
      return variation.map { "all users get " + $0.text } ?? "no user gets a variation"
    case .equalVariations: return "all variations have the same values"
    case .unchanged(let date):
      let days = Int(now.timeIntervalSince(date) / 86_400)
      return "unchanged for \(days) \(days == 1 ? "day" : "days")"
    case .unasked: return "asked for by no client"
    case .unused: return "used nowhere in the code"
    }
  }

  /// The part that a developer may be able to remove, such as `the test`.
  package var remedy: String {
    switch self {
    case .marked: "the feature, after its uses in the code"
    case .sameForEveryone(let variation):
      variation.map { "the test; keep the code for \($0.text)" } ?? "the test, and its code"
    case .equalVariations: "the test"
    case .unchanged: "the feature, and the code for the states that it no longer has"
    case .unasked: "the feature, if the run covered the whole app"
    case .unused: "the feature in the source"
    }
  }
}
