import FeatureFlags
import Flagd
import Targeting

/// A flag of GO Feature Flag.
struct GoFlag: Sendable {
  let key: String
  let line: Int?
  var variations: [(name: String, value: VariableValue)] = []
  var targeting: [GoRule] = []
  /// The rule for users whom no other rule matches; `nil` if the flag has none.
  var defaultRule: GoRule?
  /// The path of the attribute that replaces the targeting key; `nil` for the targeting key.
  var bucketingKey: String?
  var window = Window()
  /// The steps of the schedule, in the order of the document.
  var steps: [GoStep] = []
  var isDisabled = false
  var metadata: [FlagDefinition.Metadatum] = []
  /// Whether a rule of the flag or of its schedule puts users into buckets.
  var needsKey = false
  /// Whether the result depends on the time.
  var readsTime = false
  /// The outcomes of all variations, including those of the schedule, which a tester can force at any time.
  var outcomes = ValueOutcomes([])

  /// The time in which the flag is enabled; both ends belong to it.
  struct Window: Sendable {
    var start: Timestamp?
    var end: Timestamp?

    var isEmpty: Bool { start == nil && end == nil }

    func contains(_ time: Timestamp) -> Bool {
      start.map { $0 <= time } ?? true && end.map { time <= $0 } ?? true
    }
  }
}

/// A rule of a flag; in a step of a schedule, it has only the fields that the step changes.
struct GoRule: Sendable {
  var name: String?
  /// The condition; `nil` for every user.
  var condition: GoCondition?
  var variation: String?
  /// The percentage of users of each variation, in descending order of the names; `nil` for none.
  var percentages: [(name: String, percentage: Double)]?
  var progress: GoProgress?
  var isDisabled: Bool?

  var hasBuckets: Bool { percentages?.isEmpty == false || progress != nil }

  /// Whether the variation depends on the bucket of the user: no variation has all users.
  var isDynamic: Bool {
    progress != nil
      || percentages.map { !$0.isEmpty && !$0.contains { $0.percentage == 100 } } ?? false
  }

  /// Replaces the fields that a step of the schedule changes; a negative percentage removes a variation.
  mutating func merge(_ change: GoRule) {
    condition = change.condition ?? condition
    variation = change.variation ?? variation
    isDisabled = change.isDisabled ?? isDisabled
    if let progress = change.progress {
      self.progress = self.progress?.merging(progress) ?? progress
    }
    guard let changed = change.percentages else { return }
    let kept = (percentages ?? []).filter { old in !changed.contains { $0.name == old.name } }
    percentages = GoRule.sorted(kept + changed.filter { $0.percentage >= 0 })
  }

  /// Orders percentages as the buckets are: by the bytes of the names, descending.
  static func sorted(
    _ percentages: [(name: String, percentage: Double)]
  ) -> [(name: String, percentage: Double)] {
    percentages.sorted { $1.name.utf8.lexicographicallyPrecedes($0.name.utf8) }
  }
}

/// The condition of a rule.
enum GoCondition: Sendable {
  case query(Query)
  case logic(JSONLogic, text: String)
  /// A text that is no query, which matches no user.
  case malformed(String)
}

/// A roll-out whose percentage grows from one date to another.
struct GoProgress: Sendable {
  var initial = Phase()
  var end = Phase()

  struct Phase: Sendable {
    var variation: String?
    var percentage: Double?
    var date: Timestamp?

    func merging(_ change: Phase) -> Phase {
      Phase(
        variation: change.variation ?? variation,
        percentage: change.percentage ?? percentage,
        date: change.date ?? date
      )
    }
  }

  func merging(_ change: GoProgress) -> GoProgress {
    GoProgress(initial: initial.merging(change.initial), end: end.merging(change.end))
  }
}

/// A step of a schedule: the changes of a flag from a date on.
struct GoStep: Sendable {
  /// The date; a step without one is never applied.
  var date: Timestamp?
  var variations: [(name: String, value: VariableValue)] = []
  var targeting: [GoRule] = []
  var defaultRule: GoRule?
  var window = GoFlag.Window()
  var isDisabled: Bool?

  var rules: [GoRule] { targeting + [defaultRule].compactMap(\.self) }
}

extension GoFlag {
  /// Returns the flag at a time, and the dates of the steps that have been applied, the oldest first.
  func at(_ time: Timestamp) -> (flag: GoFlag, dates: [Timestamp]) {
    guard !steps.isEmpty else { return (self, []) }
    let due = steps.filter { $0.date.map { $0 <= time } ?? false }
    guard !due.isEmpty else { return (self, []) }
    var flag = self
    // The sort is stable.
    let ordered = due.sorted { ($0.date ?? time) < ($1.date ?? time) }
    for step in ordered { flag.apply(step) }
    return (flag, ordered.compactMap(\.date))
  }

  private mutating func apply(_ step: GoStep) {
    for rule in step.targeting {
      let index = rule.name.flatMap { name in targeting.firstIndex { $0.name == name } }
      if let index { targeting[index].merge(rule) } else { targeting.append(rule) }
    }
    if let rule = step.defaultRule {
      if defaultRule == nil { defaultRule = rule } else { defaultRule?.merge(rule) }
    }
    variations = GoFlag.merged(variations, step.variations)
    isDisabled = step.isDisabled ?? isDisabled
    window.start = step.window.start ?? window.start
    window.end = step.window.end ?? window.end
  }

  /// Adds or overwrites variations by name.
  static func merged(
    _ variations: [(name: String, value: VariableValue)],
    _ changed: [(name: String, value: VariableValue)]
  ) -> [(name: String, value: VariableValue)] {
    var merged = variations
    for (name, value) in changed {
      if let index = merged.firstIndex(where: { $0.name == name }) {
        merged[index].value = value
      } else {
        merged.append((name, value))
      }
    }
    return merged
  }
}
