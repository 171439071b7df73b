import FeatureFlags
import FlagSystem
import Locking
import Workbench

import struct FoundationEssentials.Date

/// Records which variations of tests users have got, in bounded memory.
///
/// Every method is safe to call from any thread.
final class TestRecorder: Sendable {
  /// The approximate maximum memory for the users of all tests, in bytes.
  static let limit = 5 << 20

  fileprivate struct State {
    var tallies: [Feature.Name: TestTally] = [:]
    var contexts = RecordedContexts()
    /// The approximate memory of the tallies, in bytes.
    var memory = 0
  }

  private let state = Locked(State())
  private let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date) { self.now = now }

  /// Records results for a user; ignores features that are not tests, and users without a targeting key.
  ///
  /// - Parameters:
  ///   - results: The results.
  ///   - context: The user.
  ///   - version: The version of the store before the evaluation; if it has changed since, the results
  ///     are ignored, because their version is unknown.
  ///   - served: The store that has evaluated the features.
  func record(
    _ results: [ServedResult],
    in context: EvaluationContext,
    version: Int,
    of served: ServedStore
  ) {
    guard let key = context.targetingKey, results.contains(where: \.feature.type.isTest),
      served.version.number == version
    else { return }
    let (evaluator, date) = (served.evaluator, now())
    state.withLock { state in
      for result in results where result.feature.type.isTest {
        // Skips a flag without a value: the app uses the default in its code.
        guard result.value != .none || !result.feature.definition.declaresResult else { continue }
        let variation = result.variant
        let feature = result.feature
        let entry = TestTally.Result(
          context: context,
          key: key,
          variation: variation,
          isOverridden: result.isOverridden,
          group: TestCounts.GroupName(rule: feature.rule, reason: result.reason),
          epoch: UInt16(truncatingIfNeeded: version),
          date: date
        )
        state.record(entry, of: feature) { ExpectedSplit(of: feature, in: context, by: evaluator) }
      }
    }
  }

  /// Removes the counts of tests that have changed in their source.
  ///
  /// All tests that a flag service evaluates are removed too: their rules can have changed although the
  /// features have not.
  func forget(_ difference: FlagDifference) {
    let changed = Set(difference.changed + difference.removed)
    state.withLock { state in
      state.tallies = state.tallies.filter { name, tally in
        !tally.isOfService && !changed.contains(name)
      }
      state.memory = state.tallies.values.reduce(0) { $0 + $1.memory }
      if state.tallies.isEmpty { state.contexts = RecordedContexts() }
    }
  }

  var users: [Feature.Name: TestUsers] {
    // Only copies the counts under the lock, because estimates take longer.
    state.withLock { $0.tallies.mapValues(\.counts) }.mapValues(\.summary)
  }
}

extension TestRecorder.State {
  fileprivate mutating func record(
    _ result: TestTally.Result,
    of feature: Feature,
    split: () -> ExpectedSplit
  ) {
    let hasMemory = memory < TestRecorder.limit
    func record(_ tally: inout TestTally) {
      let before = tally.memory
      tally.record(result, &contexts, hasMemory: hasMemory, split: split)
      memory += tally.memory - before
    }
    record(&tallies[feature.name, default: TestTally(feature.definition, start: result.date)])
  }
}
