import FeatureFlags
import Flagd
import Targeting

/// Evaluates one flag for one user, and records the steps.
struct GoEvaluation {
  private let user: GoUser
  private let time: Timestamp
  private lazy var context = user.context
  var run: EvaluationRun

  init(_ user: GoUser, at time: Timestamp, isRecorded: Bool = false) {
    (self.user, self.time) = (user, time)
    run = EvaluationRun(isRecorded: isRecorded)
  }

  /// Evaluates a flag; with `isForcedOn` even if it is disabled.
  mutating func allocation(of original: GoFlag, isForcedOn: Bool) -> Allocation {
    let (flag, dates) = original.at(time)
    for date in dates { run.trace?.append("schedule step of \(date.text)") }
    do throws(EvaluationFailure) {
      let key = try bucketingKey(of: original)
      let isInTime = flag.window.contains(time)
      if !flag.window.isEmpty {
        run.trace?.step("experimentation", outcome: isInTime ? "open" : "closed")
      }
      guard isForcedOn || !flag.isDisabled && isInTime else {
        run.trace?.step("disabled: the app's default")
        return .outcome(nil, reason: .disabled, metadata: facts(of: original, nil))
      }
      return try result(of: flag, original, key: key)
    } catch {
      run.trace?.step("\(error.code.rawValue): \(error.message)", outcome: "error")
      return .failure(error)
    }
  }

  /// Returns the text by which the user is put into buckets; empty if there is none and a rule has to fail.
  private mutating func bucketingKey(of flag: GoFlag) throws(EvaluationFailure) -> String {
    guard let path = flag.bucketingKey, !path.isEmpty else {
      guard user.key.isEmpty, flag.needsKey, flag.bucketingKey == nil else { return user.key }
      throw EvaluationFailure(.targetingKeyMissing, "the user has no targeting key")
    }
    guard let key = user.text(at: path) else {
      throw EvaluationFailure(.targetingKeyMissing, "the user has no text \"\(path.excerpt)\"")
    }
    guard !key.isEmpty || !flag.needsKey else {
      throw EvaluationFailure(.targetingKeyMissing, "\"\(path.excerpt)\" of the user is empty")
    }
    run.trace?.append("buckets by \(path.excerpt): \"\(key.excerpt)\"")
    return key
  }

  private mutating func result(
    of flag: GoFlag,
    _ original: GoFlag,
    key: String
  ) throws(EvaluationFailure) -> Allocation {
    for (index, rule) in flag.targeting.enumerated() {
      run.trace?.step(rule.name.map { "rule \"\($0.excerpt)\"" } ?? "rule \(index + 1)")
      try requireKey(key, for: rule)
      guard matches(rule) else { continue }
      guard rule.isDisabled != true else {
        run.trace?.append("the rule is disabled", verdict: .no)
        continue
      }
      return .outcome(
        outcome(try variation(of: rule, flag, key: key), of: flag),
        rule: rule.name ?? "\(index + 1)",
        reason: rule.isDynamic ? .targetingSplit : .targetingMatch,
        metadata: facts(of: original, rule, name: rule.name)
      )
    }
    run.trace?.step("default rule")
    guard let rule = flag.defaultRule else {
      throw EvaluationFailure(.flagConfiguration, "the flag has no default rule")
    }
    try requireKey(key, for: rule)
    return .outcome(
      outcome(try variation(of: rule, flag, key: key), of: flag),
      reason: rule.isDynamic ? .split : flag.targeting.isEmpty ? .fixed : .byDefault,
      metadata: facts(of: original, rule)
    )
  }

  /// Ends the evaluation at a rule with buckets if there is no key, even if the rule does not match.
  private func requireKey(_ key: String, for rule: GoRule) throws(EvaluationFailure) {
    guard key.isEmpty, rule.hasBuckets else { return }
    throw EvaluationFailure(.flagConfiguration, "the rule needs a key for its buckets")
  }

  private mutating func matches(_ rule: GoRule) -> Bool {
    switch rule.condition {
    case nil: return true
    case .malformed(let text)?:
      run.trace?.append("\"\(text.excerpt)\" is no query", verdict: .unknown)
      return false
    case .logic(let logic, _)?: return logic.matches(context, &run)
    case .query(let query)?:
      var evaluation = QueryEvaluation(user)
      do throws(QueryEvaluation.Failure) { return try evaluation.matches(query, &run) } catch {
        run.trace?.append("no match: \(error.message)", verdict: .unknown)
        return false
      }
    }
  }

  /// The outcome of a variation at this time; a variation that the flag has not has the value null.
  private mutating func outcome(_ name: String, of flag: GoFlag) -> ServiceVariation {
    run.trace?.conclude(variation: name)
    let value = flag.variations.first { $0.name.isSameText(as: name) }?.value
    let variation = TestVariation(name: name)
    if flag.outcomes.isBoolean, case .boolean(let isOn)? = value {
      return ServiceVariation(variation, isOn: isOn)
    }
    let variable = Variable(name: FlagDefinition.valueVariable, value: value ?? .json("null"))
    return ServiceVariation(variation, variables: [variable])
  }

  /// The facts that a provider gets with the value: the name of the rule, and whether it may cache the value.
  private func facts(
    of flag: GoFlag,
    _ rule: GoRule?,
    name: String? = nil
  ) -> [FlagDefinition.Metadatum] {
    let isCacheable = flag.steps.isEmpty && flag.window.isEmpty && rule?.progress == nil
    typealias Fact = FlagDefinition.Metadatum
    let named = name.map { [Fact(key: "evaluatedRuleName", value: .string($0))] } ?? []
    return named + [Fact(key: "gofeatureflag_cacheable", value: .bool(isCacheable))]
  }
}

// MARK: Buckets

extension GoEvaluation {
  private mutating func variation(
    of rule: GoRule,
    _ flag: GoFlag,
    key: String
  ) throws(EvaluationFailure) -> String {
    if let progress = rule.progress { return try variation(of: progress, flag, key: key) }
    if let percentages = rule.percentages, !percentages.isEmpty {
      return try variation(of: percentages, flag, key: key)
    }
    guard let variation = rule.variation else {
      throw EvaluationFailure(.flagConfiguration, "the rule has no variation")
    }
    return variation
  }

  private mutating func variation(
    of percentages: [(name: String, percentage: Double)],
    _ flag: GoFlag,
    key: String
  ) throws(EvaluationFailure) -> String {
    let sum = percentages.reduce(0) { $0 + $1.percentage }
    let position = Self.position(flag.key, key, of: sum * Self.unit)
    var end = 0.0
    let ends = percentages.map { entry in
      end += entry.percentage * Self.unit
      return Int(clamping: end)
    }
    if run.trace != nil { record(position, ends, percentages.map(\.name)) }
    guard let index = ends.firstIndex(where: { position < $0 }) else {
      throw EvaluationFailure(.flagConfiguration, "no percentage contains the bucket \(position)")
    }
    return percentages[index].name
  }

  private mutating func variation(
    of progress: GoProgress,
    _ flag: GoFlag,
    key: String
  ) throws(EvaluationFailure) -> String {
    guard let first = progress.initial.variation, let last = progress.end.variation,
      let start = progress.initial.date, let end = progress.end.date, start < end
    else {
      throw EvaluationFailure(
        .flagConfiguration,
        "the progressive roll-out needs two variations and two dates, the end after the start"
      )
    }
    guard time >= start else {
      run.trace?.append("the roll-out starts at \(start.text)")
      return first
    }
    let from = progress.initial.percentage ?? 0
    let given = progress.end.percentage ?? 0
    let to = given == 0 || given > 100 ? 100 : given
    let length = (end.seconds - start.seconds).rounded(.down)
    let passed = (time.seconds - start.seconds).rounded(.down)
    let current =
      time >= end ? to * Self.unit : from * Self.unit + passed * (to - from) * Self.unit / length
    let position = Self.position(flag.key, key, of: 100 * Self.unit)
    if run.trace != nil {
      record(position, [Int(clamping: current), Int(100 * Self.unit)], [last, first])
    }
    return position < Int(clamping: current) ? last : first
  }

  /// The number of buckets of one percent.
  private static let unit = 1_000.0

  /// Returns the bucket of the user: the hash of the flag and the user, modulo the number of buckets.
  static func position(_ flag: String, _ key: String, of buckets: Double) -> Int {
    let hash = FNV1a.hash(utf8: flag, key)
    let count = UInt32(clamping: Int(clamping: buckets))
    return count == 0 ? 0 : Int(hash % count)
  }

  private mutating func record(_ position: Int, _ ends: [Int], _ names: [String]) {
    let weights = zip(ends, [0] + ends.dropLast()).map { max($0 - $1, 0) }
    run.trace?.append(
      "bucket \(position) of \(ends.last ?? 0)",
      WeightedBuckets(weights: weights)?.ruler(at: position, names: names)
    )
  }
}

extension Int {
  /// Converts a number to the nearest integer towards zero; numbers out of range become the limit.
  fileprivate init(clamping number: Double) {
    self = number > 0 ? Int(exactly: Swift.min(number, 4e15).rounded(.down)) ?? 0 : 0
  }
}
