import FeatureFlags
import Targeting

extension LaunchDarklyDocument {
  /// Returns the targeting of a flag as text, to compare two documents.
  ///
  /// The text has the prerequisites, the targets, the rules and the fallthrough.
  func targetingText(of flag: LaunchDarklyFlag) -> String {
    let off = "off: " + (flag.offVariation.map(flag.text) ?? "the app's default")
    let parts =
      [flag.isOn ? "on" : "targeting off", off]
      + flag.prerequisites.map { "needs \($0.flag) with variation \($0.variation)" }
      + (flag.targets + flag.contextTargets).map { target in
        "\(flag.text(of: target.variation)) for \(target.keys.text)"
      }
      + flag.rules.map { "if \(text(of: $0.clauses)): \(flag.text(of: $0.serve))" }
    return (parts + ["else: \(flag.text(of: flag.fallThrough))"]).joined(separator: "; ")
  }

  /// Describes the clauses, followed by the segments to which they refer.
  private func text(of clauses: [LaunchDarklyClause]) -> String {
    let texts = clauses.map(\.text) + clauses.flatMap(\.segments).compactMap { segments[$0]?.text }
    return texts.joined(separator: " and ")
  }
}

extension LaunchDarklySegment {
  fileprivate var text: String {
    let parts =
      [("with", included), ("without", excluded)].flatMap { word, lists in
        lists.filter { !$0.list.values.isEmpty }.map { "\(word) \($0.text)" }
      }
      + rules.map { rule in
        rule.clauses.map(\.text).joined(separator: " and ") + (rule.weight.map { ": \($0)" } ?? "")
      }
    return "(\(key) is \(parts.joined(separator: "; ")))"
  }
}

extension LaunchDarklyFlag {
  /// Describes a variation by its name and its value, such as `0 = "red"`.
  func text(of variation: Int) -> String {
    guard let outcome = outcome(variation) else { return "variation \(variation)" }
    return "\(outcome.variation) = \(outcome.value.json.text())"
  }

  fileprivate func text(of serve: LaunchDarklyOutcome) -> String {
    switch serve {
    case .variation(let index): return text(of: index)
    case .nothing: return "nothing"
    case .rollout(let rollout):
      let bucketing = rollout.bucketing
      let parts = rollout.parts.map { part in
        "\(text(of: part.variation)) \(LaunchDarklyContext.BucketPosition.percent(part.weight))"
          + (part.isUntracked ? " untracked" : "")
      }
      return parts.joined(separator: ", ") + (rollout.isExperiment ? " in an experiment" : "")
        + " by \(bucketing.kind) \(bucketing.attribute?.text ?? "key")"
        + (bucketing.seed.map { " with seed \($0)" } ?? "")
    }
  }
}

extension LaunchDarklyKeys {
  fileprivate var text: String { "\(kind) \(list.values.joined(separator: ", "))" }
}
