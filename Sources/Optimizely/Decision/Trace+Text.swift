extension Trace: CustomStringConvertible {
  /// The trace as lines of text, indented by what belongs to what.
  public var description: String { lines.joined(separator: "\n") }

  /// The trace as lines of text.
  public var lines: [String] {
    entries.flatMap { entry in
      ["\(entry.title): \(entry.variation ?? "no variation")"]
        + entry.checks.flatMap { $0.lines.map { "  " + $0 } }
    }
  }

  /// Each step in one sentence.
  var sentences: [String] {
    entries.flatMap { entry in
      entry.checks.map { "\(entry.title): \($0)." }
        + [entry.title + (entry.variation.map { ": gives \"\($0)\"." } ?? ": gives nothing.")]
    }
  }
}

extension Trace.Entry {
  /// What the entry is about, in words.
  public var title: String { "\(place.rawValue) \"\(key)\"" }
}

extension Trace.Check: CustomStringConvertible {
  /// What was found, in words.
  public var description: String {
    switch self {
    case .forcedDecision(let variation, let isKnown):
      "forced decision \"\(variation)\"" + (isKnown ? "" : ", which the flag does not have")
    case .notRunning(let status): "is not running (\(status))"
    case .forcedVariation(let variation, let isKnown):
      "forced variation \"\(variation)\"" + (isKnown ? "" : ", which the rule does not have")
    case .allowList(let variation, let isKnown):
      "allow-list has \"\(variation)\"" + (isKnown ? "" : ", which the rule does not have")
    case .profile(_, let variation?): "profile keeps \"\(variation)\""
    case .profile(let id, nil): "profile keeps variation \(id), which the rule no longer has"
    case .audience(nil, _): "audience is everyone"
    case .audience(let tree?, let truth): "audience is \(truth.rawValue)" + Self.causes(in: tree)
    case .sparesTargetedDeliveries: "holds the user out, but not of targeted deliveries"
    case .contextualBandit: "asks a service for the variation, which was not waited for"
    case .prediction(_, let variation?): "contextual bandit predicts \"\(variation)\""
    case .prediction(let id, nil):
      "contextual bandit predicts variation \(id), which the rule does not have"
    case .group(let id, let bucket, _, let isChosen):
      "group \(id), bucket \(bucket): " + (isChosen ? "this experiment" : "not this experiment")
    case .bucket(let bucket, _, let variation):
      "bucket \(bucket): " + (variation.map { "\"\($0)\"" } ?? "nobody's")
    }
  }

  private static func causes(in tree: ConditionTrace) -> String {
    let causes = tree.unknowns
    return causes.isEmpty ? "" : " (\(causes.joined(separator: "; ")))"
  }

  /// What was found, with the tree of conditions and the ranges of buckets below.
  var lines: [String] {
    switch self {
    case .audience(let tree?, let truth):
      return ["audience is \(truth.rawValue)"] + tree.lines.map { "  " + $0 }
    case .group(_, let bucket, let ranges, _), .bucket(let bucket, let ranges, _):
      return [description] + Self.lines(of: ranges, bucket: bucket).map { "  " + $0 }
    default: return [description]
    }
  }

  private static func lines(of ranges: [Trace.Range], bucket: Int) -> [String] {
    ranges.map { range in
      let isHit = range.start <= bucket && bucket < range.end
      return "\(isHit ? ">" : " ") \(range.start)..<\(range.end) \(range.name ?? "nobody")"
    }
  }
}

extension ConditionTrace {
  /// The tree as lines of text, indented; a list of one condition is told as that condition.
  var lines: [String] {
    if kind == .all || kind == .any, parts.count == 1, var part = parts.first {
      part.isPassedOver = isPassedOver
      return part.lines
    }
    let suffix = cause.map { " (\($0))" } ?? ""
    let verdict = isPassedOver ? "\(result.rawValue), passed over" : result.rawValue
    return ["\(title): \(verdict)\(suffix)"] + parts.flatMap { $0.lines.map { "  " + $0 } }
  }

  /// What the condition is, in words, with the value that the user has.
  public var title: String {
    switch kind {
    case .all: "all of"
    case .any: "any of"
    case .not: "not"
    case .audience(let name): "audience \"\(name)\""
    case .attribute(let condition):
      "\(condition.name ?? "?") \(condition.match ?? "exact")"
        + (condition.value.map { " \($0)" } ?? "") + (found.map { ", " + words(for: $0) } ?? "")
    case .malformed: "not a condition"
    }
  }

  /// What the user has, in words.
  private func words(for found: DataValue) -> String {
    guard case .attribute(let condition) = kind, condition.match == "qualified" else {
      return "found \(found)"
    }
    switch found {
    case .list([]): return "found no segments"
    case .list(let segments):
      let sorted =
        segments.filter { $0 == condition.value } + segments.filter { $0 != condition.value }
      let shown = sorted.prefix(8).map(\.description).joined(separator: ", ")
      return "found \(shown)" + (segments.count > 8 ? " and \(segments.count - 8) more" : "")
    default: return "found nil, as segments were never fetched"
    }
  }

  /// The conditions that are unknown for a reason of their own, and count.
  var unknowns: [String] {
    guard !isPassedOver else { return [] }
    return cause.map { ["\(title): \($0)"] } ?? parts.flatMap(\.unknowns)
  }
}

extension UnknownCause: CustomStringConvertible {
  /// Why the result is unknown, in words.
  public var description: String {
    switch self {
    case .conditionType(let type?): "condition type \"\(type)\" is not supported"
    case .conditionType(nil): "has no condition type"
    case .matchType(let match): "match type \"\(match)\" is not supported"
    case .noName: "names no attribute"
    case .noValue: "has no value to compare with"
    case .value(let value): "cannot compare with \(value)"
    case .missingAttribute: "the user has no such attribute"
    case .nullAttribute: "the user's attribute is null"
    case .kind(let found): "the user's attribute is \(found)"
    case .outOfRange: "the user's number is beyond 2^53"
    case .notAVersion(let text): "\"\(text)\" is no version"
    case .noSuchAudience: "there is no such audience"
    case .malformed: "the list is empty, or begins with a list"
    case .tooComplex: "the conditions are too many, or too deep"
    }
  }
}
