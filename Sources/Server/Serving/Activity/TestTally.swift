import FeatureFlags
import Workbench

import struct FoundationEssentials.Date

/// Counts the distinct users of one test by variation, and finds users who get several variations.
///
/// The first 10,000 users are counted exactly, and compared with the expected shares; the number of further
/// users is estimated.
struct TestTally: Sendable {
  /// The number of users that are counted exactly.
  static let limit = 10_000

  /// The result that was recorded for a user.
  private struct Seen {
    var variation: UInt8
    var group: UInt8
    /// Whether the user has got several variations.
    var isUnsteady = false
    /// The number of changes of the overrides and the source before the last result.
    var epoch: UInt16
    /// The time of the first result with the variation, in seconds after the start of the counts.
    var seconds: UInt32
    /// The index of the user's context among the recorded ones.
    var context: Int32
  }

  /// Whether a flag service evaluates the test.
  let isOfService: Bool
  private(set) var counts: TestCounts
  private var users: [UInt64: Seen] = [:]

  init(_ definition: FlagDefinition, start: Date) {
    isOfService = definition.isEvaluatedByService
    counts = TestCounts(variations: definition.testVariations.map(\.rawValue), start: start)
  }

  struct Result {
    let context: EvaluationContext
    /// The targeting key of the context.
    let key: String
    let variation: String
    let isOverridden: Bool
    let group: TestCounts.GroupName
    /// The number of changes of the overrides and the source before the result.
    let epoch: UInt16
    let date: Date

    /// The hash of the targeting key.
    fileprivate var user: UInt64 {
      var hasher = Hasher()
      var key = key
      key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
  }

  /// Records a result.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - contexts: The recorded contexts, to which that of a new user is added.
  ///   - hasMemory: Whether memory for further users is free.
  ///   - split: Finds the split of the first user of a group.
  mutating func record(
    _ result: Result,
    _ contexts: inout RecordedContexts,
    hasMemory: Bool,
    split: () -> ExpectedSplit
  ) {
    let user = result.user
    if result.isOverridden {
      if hasMemory { counts.overridden.insert(user) }
      return
    }
    guard let variation = counts.index(of: result.variation) else { return }
    if let seen = users[user] {
      switch (seen.variation == variation, seen.epoch == result.epoch) {
      case (true, true): return
      case (false, true): recordUnsteady(user, seen, result, contexts)
      case (let isSame, false):
        if isSame, counts.index(of: result.group, split: split) == seen.group {
          users[user]?.epoch = result.epoch
          return
        }
        // An override or the source has changed since: the user has another variation or another split.
        counts.add(-1, group: seen.group, variation: seen.variation)
        add(user, result, variation, &contexts, split: split)
      }
    } else if users.count < Self.limit, hasMemory, counts.sketches.isEmpty {
      add(user, result, variation, &contexts, split: split)
    } else {
      estimate(user, variation, hasMemory: hasMemory)
    }
  }

  /// Counts a user exactly.
  private mutating func add(
    _ user: UInt64,
    _ result: Result,
    _ variation: UInt8,
    _ contexts: inout RecordedContexts,
    split: () -> ExpectedSplit
  ) {
    guard let group = counts.index(of: result.group, split: split) else { return }
    counts.add(1, group: group, variation: variation)
    users[user] = Seen(
      variation: variation,
      group: group,
      epoch: result.epoch,
      seconds: UInt32(clamping: Int(result.date.timeIntervalSince(counts.start))),
      context: contexts.record(result.context)
    )
  }

  /// Counts a user by an estimate, because the user may have been counted before.
  private mutating func estimate(_ user: UInt64, _ variation: UInt8, hasMemory: Bool) {
    if counts.sketches.isEmpty {
      guard hasMemory else { return counts.isPartial = true }
      counts.beginEstimates(of: users.lazy.map { ($0.key, $0.value.variation) })
    }
    counts.estimate(user, variation: variation)
  }

  /// Records that a user has got a second variation although neither the overrides nor the source have
  /// changed; does so once for each user.
  private mutating func recordUnsteady(
    _ user: UInt64,
    _ seen: Seen,
    _ result: Result,
    _ contexts: RecordedContexts
  ) {
    guard !seen.isUnsteady else { return }
    users[user]?.isUnsteady = true
    let first = UnsteadyUser.Result(
      variation: counts.variations[Int(seen.variation)],
      context: contexts[seen.context],
      date: counts.start.addingTimeInterval(Double(seen.seconds))
    )
    counts.addUnsteady(
      UnsteadyUser(
        key: ActivityRecorder.cut(result.key),
        first: first,
        second: UnsteadyUser.Result(
          variation: result.variation,
          context: result.context.bounded,
          date: result.date
        )
      )
    )
  }

  /// The approximate memory, in bytes.
  var memory: Int { users.capacity * 26 + counts.memory }
}

/// The shares of the variations among the users to whom one rule of a test assigns variations.
struct ExpectedSplit: Hashable, Sendable {
  /// The shares by the name of the variation, which add up to 1; `nil` if they are unknown.
  let shares: [String: Double]?

  init(shares: [String: Double]?) { self.shares = shares }

  /// Finds the split that has assigned a user.
  ///
  /// The biases of a test are its split. For a test of a flag system, the explanation of the user's
  /// assignment contains the weights of the rule; a rule without weights assigns one variation to all of
  /// its users.
  init(of feature: Feature, in context: EvaluationContext, by evaluator: any FlagEvaluator) {
    let definition = feature.definition
    if let split = VariationShares(definition) {
      shares = Self.normalised(split.segments.map { ($0.variation?.rawValue ?? "", $0.share) })
      return
    }
    let steps = evaluator.explanation(of: feature, in: context)?.steps
    guard let step = steps?.last(where: { $0.variation != nil }), let own = step.variation else {
      shares = nil
      return
    }
    guard let ruler = step.findings.last(where: { $0.ruler != nil })?.ruler else {
      shares = [own: 1]
      return
    }
    let names = Set(definition.testVariations.map(\.rawValue))
    let ranges = ruler.ranges.filter { $0.name.map(names.contains) ?? false }
    shares = Self.normalised(ranges.map { ($0.name ?? "", Double($0.end - $0.start)) })
  }

  /// Returns shares that add up to 1; `nil` without weights.
  private static func normalised(_ weights: [(String, Double)]) -> [String: Double]? {
    let sum = weights.reduce(0) { $0 + $1.1 }
    guard sum > 0 else { return nil }
    return Dictionary(weights.map { ($0.0, $0.1 / sum) }, uniquingKeysWith: +)
  }
}
