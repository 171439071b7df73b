import FeatureFlags

extension Trace: CustomStringConvertible {
  /// The trace as text, with the checks indented below their rules.
  public var description: String { lines.joined(separator: "\n") }

  /// The lines of the trace, with the checks indented below their rules.
  public var lines: [String] {
    entries.flatMap { entry in
      ["\(entry.title): \(entry.variation ?? "no match")"]
        + entry.checks.flatMap { $0.lines.map { "  " + $0 } }
    }
  }

  /// The steps as sentences, for the reasons of a decision.
  var sentences: [String] {
    entries.flatMap { entry in
      entry.checks.map { "\(entry.title): \($0)." }
        + [entry.title + (entry.variation.map { ": assigns \"\($0)\"." } ?? ": no match.")]
    }
  }
}

extension Trace.Entry {
  /// The kind and the key of the rule, such as `experiment "new_cart"`.
  public var title: String { "\(kind.rawValue) \"\(key)\"" }
}

extension Trace.Check: CustomStringConvertible {
  /// A description of the check and its result, on one line.
  public var description: String {
    switch self {
    case .forcedDecision(let variation, let isKnown):
      "forced decision \"\(variation)\"" + (isKnown ? "" : ", which the flag does not have")
    case .notRunning(let status): "is not running (\(status))"
    case .forcedVariation(let variation, let isKnown):
      "forced variation \"\(variation)\"" + (isKnown ? "" : ", which the rule does not have")
    case .allowList(let variation, let isKnown):
      "allow-list has \"\(variation)\"" + (isKnown ? "" : ", which the rule does not have")
    case .profile(_, let variation?): "profile has \"\(variation)\""
    case .profile(let id, nil): "profile has variation \(id), which the rule no longer has"
    case .audience(nil, _): "audience is everyone"
    case .audience(let tree?, let truth): "audience is \(truth.rawValue)" + Self.causes(in: tree)
    case .sparesTargetedDeliveries: "holds the user out, except from targeted deliveries"
    case .contextualBandit: "needs a prediction, which was not fetched"
    case .prediction(_, let variation?): "contextual bandit predicts \"\(variation)\""
    case .prediction(let id, nil):
      "contextual bandit predicts variation \(id), which the rule does not have"
    case .group(let id, let bucket, _, let isChosen):
      "group \(id), bucket \(bucket): " + (isChosen ? "this experiment" : "not this experiment")
    case .bucket(let bucket, _, let variation):
      "bucket \(bucket): " + (variation.map { "\"\($0)\"" } ?? "not allocated")
    }
  }

  private static func causes(in tree: ConditionTrace) -> String {
    let causes = tree.unknowns
    return causes.isEmpty ? "" : " (\(causes.joined(separator: "; ")))"
  }

  /// The lines of the check: its result, and below it the tree of conditions or the ranges of
  /// buckets.
  var lines: [String] {
    switch self {
    case .audience(let tree?, let truth):
      return ["audience is \(truth.rawValue)"] + tree.lines.map { "  " + $0 }
    case .group(_, let bucket, let ranges, _), .bucket(let bucket, let ranges, _):
      return [description] + ranges.lines(at: bucket).map { "  " + $0 }
    case .forcedDecision, .notRunning, .forcedVariation, .allowList, .profile, .audience(nil, _),
      .sparesTargetedDeliveries, .contextualBandit, .prediction:
      return [description]
    }
  }
}

extension ConditionTrace {
  /// The operand of an `and` or `or` with one operand, which is shown instead of the operator; `nil`
  /// for any other condition.
  var onlyOperand: ConditionTrace? {
    guard kind == .all || kind == .any, parts.count == 1, var part = parts.first else { return nil }
    part.isSkipped = part.isSkipped || isSkipped
    return part
  }

  /// The lines of the tree, indented by depth.
  var lines: [String] {
    if let onlyOperand { return onlyOperand.lines }
    let suffix = cause.map { " (\($0))" } ?? ""
    let verdict = isSkipped ? "\(result.rawValue), skipped" : result.rawValue
    return ["\(title): \(verdict)\(suffix)"] + parts.flatMap { $0.lines.map { "  " + $0 } }
  }

  /// A description of the condition and the user's value, on one line.
  public var title: String {
    switch kind {
    case .all: "all of"
    case .any: "any of"
    case .not: "not"
    case .audience(let name): "audience \"\(name)\""
    case .attribute(let condition):
      condition.text + (found.map { ", " + text(for: $0) } ?? "")
    case .malformed: "not a condition"
    }
  }

  /// Returns a description of the user's value; of many segments, 8 are listed, the matching one
  /// first.
  private func text(for found: DataValue) -> String {
    guard case .attribute(let condition) = kind, condition.match == "qualified" else {
      return "the user has \(found)"
    }
    switch found {
    case .list([]): return "the user is in no segment"
    case .list(let segments):
      let sorted =
        segments.filter { $0 == condition.value } + segments.filter { $0 != condition.value }
      let shown = sorted.prefix(8).map(\.description).joined(separator: ", ")
      let more = segments.count > 8 ? " and \(segments.count - 8) more" : ""
      return "the user is in \(shown)\(more)"
    case .null, .bool, .number, .string, .object:
      return "the user's segments were never fetched"
    }
  }

  /// Descriptions of the conditions that evaluate to unknown, each with the cause; skipped
  /// conditions are omitted.
  var unknowns: [String] {
    guard !isSkipped else { return [] }
    return cause.map { ["\(title): \($0)"] } ?? parts.flatMap(\.unknowns)
  }
}

extension Datafile.AttributeCondition {
  /// The condition as people write it, such as `age ≥ 18`.
  var text: String {
    let match = match ?? "exact"
    let verb = Self.verbs[match] ?? match
    return "\(name ?? "?") \(verb)" + (value.map { " \($0)" } ?? "")
  }

  /// The match types as words and signs.
  private static let verbs = [
    "exact": "is", "exists": "is set", "qualified": "has", "substring": "contains",
    "lt": "<", "le": "≤", "gt": ">", "ge": "≥",
    "semver_eq": "= version", "semver_lt": "< version", "semver_le": "≤ version",
    "semver_gt": "> version", "semver_ge": "≥ version",
  ]
}
