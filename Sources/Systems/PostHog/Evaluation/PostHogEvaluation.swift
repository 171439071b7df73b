import FeatureFlags
import Targeting

/// A person with groups, as SDKs of PostHog evaluate flags for them.
///
/// The attributes of the context are the properties of the person. Those of groups are in `$groups` and
/// `$group_properties`, and the device in `$device_id`, also without the `$`, as in requests of SDKs.
struct PostHogPerson: Sendable {
  let key: String
  private let attributes: [String: AttributeValue]
  /// The properties in `$person_properties`, which precede the other attributes.
  private let ownProperties: [String: AttributeValue]?

  /// The names of the attributes that are no properties of the person; each also has a form with `$`.
  private static let reserved: Set<String> = [
    "groups", "group_properties", "device_id", "person_properties",
  ]

  init(_ context: EvaluationContext) {
    key = context.targetingKey ?? ""
    attributes = context.attributes
    ownProperties =
      (attributes["$person_properties"] ?? attributes["person_properties"])?.members
  }

  /// The keys of the groups, by type.
  var groups: [String: AttributeValue] {
    (attributes["$groups"] ?? attributes["groups"])?.members ?? [:]
  }

  /// The properties of the groups, by type.
  var groupProperties: [String: AttributeValue] {
    (attributes["$group_properties"] ?? attributes["group_properties"])?.members ?? [:]
  }

  var device: String? { (attributes["$device_id"] ?? attributes["device_id"])?.text }

  /// Returns a property; `distinct_id` is the key of a person without such a property.
  func property(_ name: String) -> AttributeValue? {
    if let value = ownProperties?[name] { return value }
    if let value = attributes[name], !isReserved(name) { return value }
    return name == "distinct_id" && !key.isEmpty ? .string(key) : nil
  }

  /// Whether an attribute is no property; a name without `$` is one beside the same name with `$`.
  private func isReserved(_ name: String) -> Bool {
    if name.utf8.first == UInt8(ascii: "$") {
      return Self.reserved.contains(String(name.dropFirst()))
    }
    return Self.reserved.contains(name) && attributes["$" + name] == nil
  }
}

extension AttributeValue {
  fileprivate var members: [String: AttributeValue]? {
    if case .object(let members) = self { members } else { nil }
  }
}

/// Evaluates flags for one person, and records the steps of the first one.
struct PostHogEvaluation {
  private let document: PostHogDocument
  private let person: PostHogPerson
  private let now: Timestamp
  /// The overridden flags on which others depend.
  private let forced: ForcedFeatures
  var run: EvaluationRun
  /// The values of flags on which others depend.
  private var values: [String: Value] = [:]
  private var depth = 0

  /// The value of a flag: `true`, `false` or a variant, or the reason why SDKs ask PostHog.
  enum Value: Sendable {
    case decided(String, condition: Int?)
    case undecided(String)
  }

  /// The reason why the whole flag is undecided.
  private struct NeedsServer: Error {
    let reason: String
  }

  /// The bucket and the properties that a condition reads.
  private struct Subject {
    let id: String
    /// The properties of a group; `nil` for those of the person.
    var groupProperties: [String: AttributeValue]?
  }

  init(
    _ document: PostHogDocument,
    _ person: PostHogPerson,
    at now: Timestamp,
    forcing forced: ForcedFeatures,
    isRecorded: Bool = false
  ) {
    (self.document, self.person, self.now, self.forced) = (document, person, now, forced)
    run = EvaluationRun(isRecorded: isRecorded)
  }

  /// Evaluates a flag; with `isForcedOn` as if it were active, with a last condition that everyone meets.
  mutating func value(of flag: PostHogFlag, isForcedOn: Bool = false) -> Value {
    if isForcedOn {
      var forced = flag
      forced.conditions.append(PostHogFlag.Condition())
      (forced.isActive, forced.exitsEarly, forced.serverReason) = (true, false, nil)
      return value(of: forced)
    }
    if let reason = flag.serverReason { return undecided(reason) }
    guard flag.isActive else {
      run.trace?.step("the flag is not active")
      return .decided("false", condition: nil)
    }
    do throws(NeedsServer) { return try matched(flag) } catch { return undecided(error.reason) }
  }

  private mutating func undecided(_ reason: String) -> Value {
    run.trace?.step("undecided: \(reason)", outcome: "SDKs ask PostHog")
    return .undecided(reason)
  }

  private mutating func matched(_ flag: PostHogFlag) throws(NeedsServer) -> Value {
    guard let subject = try subject(of: flag) else {
      run.trace?.step("the person has no group of the type")
      return .decided("false", condition: nil)
    }
    var open: String?
    for (number, condition) in flag.conditions.enumerated() {
      run.trace?.step("condition \(number + 1) of \(flag.conditions.count)")
      var own = subject
      if let index = condition.groupIndex, index != flag.groupIndex {
        switch group(index) {
        case .found(let found): own = found
        case .none: continue
        case .undecided(let reason):
          open = open ?? reason
          continue
        }
      }
      switch try matches(condition, own) {
      case .undecided(let reason): open = open ?? reason
      case .no: break
      case .yes:
        guard isInRollout(condition, flag, own.id) else {
          if flag.exitsEarly { return .decided("false", condition: nil) }
          continue
        }
        let value = variant(condition, flag, own.id) ?? "true"
        run.trace?.conclude(variation: value)
        return .decided(value, condition: number)
      }
    }
    return open.map { undecided($0) } ?? .decided("false", condition: nil)
  }

  /// Returns the bucket and the properties of a flag: those of the person or of a group; `nil` for a person
  /// without the group.
  private func subject(of flag: PostHogFlag) throws(NeedsServer) -> Subject? {
    if let index = flag.groupIndex {
      switch group(index) {
      case .found(let found): return found
      case .none: return nil
      case .undecided(let reason): throw NeedsServer(reason: reason)
      }
    }
    guard flag.bucketsByDevice else {
      return Subject(id: person.key)
    }
    guard let device = person.device else { throw NeedsServer(reason: "the device id is missing") }
    return Subject(id: device)
  }

  private enum Group {
    case found(Subject)
    case none
    case undecided(String)
  }

  private func group(_ index: Int) -> Group {
    guard let type = document.groupTypes[index] else {
      return .undecided("the group type \(index) is unknown")
    }
    guard let key = person.groups[type] else { return .none }
    guard case .object(let properties)? = person.groupProperties[type] else {
      return .undecided("the properties of the group \"\(type.excerpt)\" are missing")
    }
    return .found(Subject(id: key.unquoted, groupProperties: properties))
  }
}

// MARK: Filters

extension PostHogEvaluation {
  private mutating func matches(
    _ condition: PostHogFlag.Condition,
    _ subject: Subject
  ) throws(NeedsServer) -> ConditionResult {
    for filter in condition.filters {
      let truth = try matches(filter, subject)
      guard case .yes = truth else { return truth }
    }
    return .yes
  }

  private mutating func matches(
    _ filter: PostHogFilter,
    _ subject: Subject
  ) throws(NeedsServer) -> ConditionResult {
    guard run.allows() else { throw NeedsServer(reason: "the filters need too many steps") }
    switch filter {
    case .property(let property):
      let found =
        if let properties = subject.groupProperties { properties[property.key] } else {
          person.property(property.key)
        }
      let truth = property.matches(found, at: now)
      run.record("\(property), the user has \(found?.excerpt ?? "none")", truth)
      return truth
    case .not(let inner): return try matches(inner, subject).inverted
    case .malformed(let reason): throw NeedsServer(reason: reason)
    case .group(let isAll, let filters): return try matches(filters, isAll, subject)
    case .cohort(let id, let isNegated):
      guard let cohort = document.cohorts[id] else {
        throw NeedsServer(
          reason: "the cohort \(id.excerpt) is static: only PostHog has its members"
        )
      }
      depth += 1
      defer { depth -= 1 }
      guard depth < 50 else { throw NeedsServer(reason: "cohorts contain each other") }
      let truth = try matches(cohort, subject)
      let result = isNegated ? truth.inverted : truth
      run.record("\(isNegated ? "not " : "")in the cohort \(id.excerpt)", result)
      return result
    case .flag(let dependency):
      let truth = matches(dependency)
      run.record(
        "flag \"\(dependency.key.excerpt)\" is \(dependency.value?.excerpt ?? "none")",
        truth
      )
      return truth
    }
  }

  private mutating func matches(
    _ filters: [PostHogFilter],
    _ isAll: Bool,
    _ subject: Subject
  ) throws(NeedsServer) -> ConditionResult {
    var open: ConditionResult?
    for filter in filters {
      switch (try matches(filter, subject), isAll) {
      case (.no, true): return .no
      case (.yes, false): return .yes
      case (.undecided(let reason), _): open = open ?? .undecided(reason)
      case (.yes, true), (.no, false): break
      }
    }
    return open ?? ConditionResult(isAll || filters.isEmpty)
  }

  private mutating func matches(_ dependency: PostHogDependency) -> ConditionResult {
    guard let expected = dependency.value else { return .no }
    guard !dependency.chain.isEmpty else { return .undecided("flags depend on each other") }
    for key in dependency.chain where values[key] == nil {
      guard let flag = document.flag(key), depth < 50 else {
        return .undecided("the flag \"\(key.excerpt)\" is missing")
      }
      depth += 1
      let trace = run.trace
      run.trace = nil
      values[key] = forcedValue(of: key) ?? value(of: flag, isForcedOn: isForcedOn(key))
      run.trace = trace
      depth -= 1
    }
    switch values[dependency.key] {
    case nil: return .undecided("the flag \"\(dependency.key.excerpt)\" is not in its chain")
    case .undecided(let reason)?: return .undecided(reason)
    case .decided(let value, _)?:
      switch expected {
      case .bool(let flag): return ConditionResult((value != "false") == flag)
      case .string(let text): return ConditionResult(value.isSameText(as: text) && value != "true")
      case .null, .number, .list, .object: return .no
      }
    }
  }

  /// Returns the value that an override forces for the person; `nil` for none.
  func forcedValue(of key: String) -> Value? {
    forced[Feature.Name(rawValue: key)].flatMap(ForcedResult.init)?.value
      .map { .decided($0, condition: nil) }
  }

  /// Whether an override evaluates a flag for the person even if it is not active.
  func isForcedOn(_ key: String) -> Bool {
    forced[Feature.Name(rawValue: key)]?.override?.enabled == true
  }
}

extension PostHogProperty: CustomStringConvertible {
  var description: String { "\(key.excerpt) \(spelling) \(value.excerpt)" }
}

// MARK: Buckets

extension PostHogEvaluation {
  private mutating func isInRollout(
    _ condition: PostHogFlag.Condition,
    _ flag: PostHogFlag,
    _ id: String
  ) -> Bool {
    guard let percentage = condition.percentage else { return true }
    // Everyone is in, so that only a trace needs the bucket.
    guard percentage < 100 || run.trace != nil else { return true }
    let fraction = Self.hash(flag.key, id)
    let isIn = fraction <= percentage / 100
    record(
      "roll-out of \(AttributeValue.number(percentage)) %",
      fraction,
      [percentage / 100, 1],
      ["in", "out"]
    )
    return isIn
  }

  private mutating func variant(
    _ condition: PostHogFlag.Condition,
    _ flag: PostHogFlag,
    _ id: String
  ) -> String? {
    if let variant = condition.variant, flag.variants.contains(where: { $0.key == variant }) {
      return variant
    }
    guard !flag.variants.isEmpty else { return nil }
    let fraction = Self.hash(flag.key, id, salt: "variant")
    if run.trace != nil {
      let ends = flag.variants.map(\.end)
      record("variants", fraction, ends, flag.variants.map(\.key))
    }
    return flag.variants.first { $0.start <= fraction && fraction < $0.end }?.key
  }

  /// The hash of a flag and a person as a number from 0 to 1.
  static func hash(_ flag: String, _ id: String, salt: String = "") -> Double {
    SHA1.fraction(of: "\(flag).\(id)\(salt)")
  }

  private mutating func record(
    _ title: String,
    _ fraction: Double,
    _ ends: [Double],
    _ names: [String]
  ) {
    guard run.trace != nil else { return }
    let unit = 100_000.0
    let bounds = [0] + ends.map { Int((Swift.min(Swift.max($0, 0), 1) * unit).rounded()) }
    let weights = zip(bounds.dropFirst(), bounds).map { Swift.max($0 - $1, 0) }
    let position = Swift.min(Int(fraction * unit), Int(unit) - 1)
    run.trace?.append(
      "\(title), bucket \(position) of \(Int(unit))",
      WeightedBuckets(weights: weights)?.ruler(at: position, names: names)
    )
  }
}
