import FeatureFlags
import Files
import Targeting

/// Evaluates the conditions of a template for one user, each at most once.
struct TemplateEvaluation {
  private let conditions: [RemoteConfigTemplate.Condition]
  private let user: EvaluationContext
  private let now: Timestamp
  /// The results of the conditions that have been evaluated.
  private var results: [Int: ConditionResult] = [:]
  var run: EvaluationRun

  init(
    _ conditions: [RemoteConfigTemplate.Condition],
    for user: EvaluationContext,
    at now: Timestamp,
    isRecorded: Bool = false
  ) {
    (self.conditions, self.user, self.now) = (conditions, user, now)
    run = EvaluationRun(isRecorded: isRecorded)
  }

  /// Returns the result of the condition with an index.
  mutating func result(ofCondition index: Int) -> ConditionResult {
    if let result = results[index] { return result }
    let result = result(of: conditions[index].rule)
    results[index] = result
    return result
  }

  private mutating func result(of rule: ConditionRule) -> ConditionResult {
    guard run.allows() else { return .undecided("the condition needs too many steps") }
    switch rule {
    case .constant(let isTrue): return recorded(rule, ConditionResult(isTrue))
    case .all(let parts): return result(of: parts, areAll: true)
    case .any(let parts): return result(of: parts, areAll: false)
    case .percent(let rule): return result(of: rule)
    case .attribute(let rule): return result(of: rule)
    case .date(let rule): return result(of: rule)
    case .undecided(_, let reason): return recorded(rule, .undecided(reason))
    }
  }

  private mutating func recorded(
    _ rule: ConditionRule,
    _ result: ConditionResult
  ) -> ConditionResult {
    run.record("\(rule)", result)
    return result
  }

  private mutating func result(of parts: [ConditionRule], areAll: Bool) -> ConditionResult {
    var open: ConditionResult?
    for part in parts {
      switch (result(of: part), areAll) {
      case (.no, true): return .no
      case (.yes, false): return .yes
      case (.undecided(let reason), _): open = open ?? .undecided(reason)
      case (.yes, true), (.no, false): break
      }
    }
    return open ?? ConditionResult(areAll)
  }

  private mutating func result(of rule: DateRule) -> ConditionResult {
    var date: Timestamp? = now
    if let name = rule.attribute {
      let text = user.attribute(name)?.decimalText
      date = text.flatMap { Timestamp($0) ?? Timestamp($0 + "Z") }
    }
    let result =
      date.map { ConditionResult(rule.comparison.holds($0, rule.date)) }
      ?? .undecided("the attribute \(rule.attribute ?? "") is no date")
    run.record("\(ConditionRule.date(rule)), it is \(date?.text ?? "unknown")", result)
    return result
  }
}

// MARK: Shares of users

extension TemplateEvaluation {
  /// Returns the bucket of a user, from 0 to below ``PercentRule/count``: the SHA-256 digest of
  /// `SEED.KEY`, as a number, modulo the number of buckets.
  static func bucket(seed: String, key: String) -> Int {
    let text = seed.isEmpty ? key : "\(seed).\(key)"
    return SHA256.words(of: Array(text.utf8)).reduce(0) { rest, word in
      (rest << 32 + Int(word)) % PercentRule.count
    }
  }

  private mutating func result(of rule: PercentRule) -> ConditionResult {
    guard let key = user.targetingKey, !key.isEmpty else {
      run.record("\(rule), the user has no key", .no)
      return .no
    }
    let bucket = Self.bucket(seed: rule.seed, key: key)
    let isIn = rule.lower < Double(bucket) && Double(bucket) <= rule.upper
    if run.trace != nil {
      let count = PercentRule.count
      func end(_ bound: Double) -> Int {
        Int(min(max(bound + 1, 0), Double(count)))
      }
      let (start, end) = (end(rule.lower), max(end(rule.lower), end(rule.upper)))
      let buckets = WeightedBuckets(weights: [start, end - start, count - end])
      run.trace?.append(
        "\(rule), the user is at \(PercentRule.text(Double(bucket)))",
        buckets?.ruler(at: bucket, names: [nil, "in", nil]),
        verdict: Explanation.Verdict(isIn)
      )
    }
    return ConditionResult(isIn)
  }
}

// MARK: Attributes

extension TemplateEvaluation {
  private mutating func result(of rule: AttributeRule) -> ConditionResult {
    let found = user.attribute(rule.name)
    let result: ConditionResult =
      if let found, !found.isNull {
        run.allows(rule.targets.count, reading: found)
          ? rule.result(for: found) : .undecided("the condition needs too many steps")
      } else if rule.isAlwaysKnown {
        .undecided("the attribute \(rule.name) is missing")
      } else {
        .no
      }
    run.record("\(rule), the user has \(found?.excerpt ?? "none")", result)
    return result
  }
}

extension EvaluationContext {
  /// Returns the attribute with the name of an element, such as `device.os`, or with the last part of the
  /// name, such as `os`.
  ///
  /// The installation id is the targeting key of a user without such an attribute.
  fileprivate func attribute(_ name: String) -> AttributeValue? {
    if let value = attributes[name] { return value }
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let last = String(name[name.index(after: dot)...])
    return attributes[last]
      ?? (last == "firebaseInstallationId" ? targetingKey.map(AttributeValue.string) : nil)
  }
}

extension AttributeRule {
  /// Compares an attribute, which is not null, with the targets.
  func result(for found: AttributeValue) -> ConditionResult {
    let text = found.decimalText ?? found.unquoted
    switch test {
    case .contains, .doesNotContain:
      let isFound = targets.contains { text.has($0.text, at: .anywhere) }
      return ConditionResult(isFound == (test == .contains))
    case .equals, .isCode, .isNotCode:
      let compared = test.comparedText(of: text)
      let isFound = targets.contains { $0.comparedText.isSameText(as: compared) }
      return ConditionResult(isFound != (test == .isNotCode))
    case .matches: return search(text)
    case .language: return compareLanguages(text)
    case .number(let comparison):
      guard let target = targets.first?.text.decimalNumber,
        let number = found.bool.map({ $0 ? 1 : 0 }) ?? text.decimalNumber
      else { return .no }
      return ConditionResult(comparison.holds(number, target))
    case .version(let comparison):
      guard let target = targets.first?.version,
        let version = DottedVersion(text)
      else {
        return isAlwaysKnown ? .undecided("the attribute \(name) is no version") : .no
      }
      return ConditionResult(comparison.holds(version, target))
    }
  }

  private func search(_ text: String) -> ConditionResult {
    var result = ConditionResult.no
    for target in targets {
      switch target.pattern?.search(text) {
      case .found(true): return .yes
      case .found(false): break
      case .tooComplex: result = .undecided("the search needs too many steps")
      case nil: result = .undecided("a regular expression is invalid or not of RE2")
      }
    }
    return result
  }

  /// Compares language tags; whether `en` selects a device with `en-GB` is known to Firebase only.
  private func compareLanguages(_ text: String) -> ConditionResult {
    func parts(_ tag: String) -> [String] {
      tag.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    }
    let found = parts(text)
    let tags = targets.map { parts($0.text) }
    if tags.contains(found) { return .yes }
    guard let similar = tags.first(where: { $0.first == found.first }) else { return .no }
    return .undecided(
      "only Firebase knows whether \(similar.joined(separator: "-")) is \(text.excerpt)"
    )
  }
}

extension String {
  /// The number of a text of decimal digits, such as `-1.5e3`; `nil` for other text.
  fileprivate var decimalNumber: Double? {
    let text = trimmed
    guard text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }) else { return nil }
    return Double(text)
  }
}
