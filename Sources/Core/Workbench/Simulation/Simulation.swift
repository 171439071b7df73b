package import FeatureFlags
import FoundationEssentials
import Locking

/// Evaluates all features of a configuration with their overrides for many users, without side
/// effects.
///
/// The result depends only on the configuration and the users, and not on the number of processors.
package struct Simulation: Sendable {
  private let features: [Feature]
  private let evaluator: any FlagEvaluator
  private let users: SimulatedUsers
  private let build: BuildKind

  /// The number of users between two reports of the progress, and between two checks for cancellation.
  private static let stepSize = UserTally.blockSize * 4

  /// Creates a simulation.
  ///
  /// - Parameters:
  ///   - configuration: The features and their evaluator.
  ///   - users: The users.
  ///   - build: The build of the app; features under development are off in release builds.
  package init(
    _ configuration: Configuration,
    users: SimulatedUsers,
    build: BuildKind = .development
  ) {
    features = configuration.features
    evaluator = configuration.evaluator
    self.users = users
    self.build = build
  }

  /// Evaluates the features for all users, with at most one task for each processor.
  ///
  /// - Parameter progress: Called from several threads with the number of users that were just
  ///   evaluated.
  /// - Returns: The number of users of each variation, for each feature in the order of the
  ///   configuration; if the task is cancelled, only some of the users are counted.
  package func run(progress: (@Sendable (Int) -> Void)? = nil) async -> [SimulatedFeature] {
    let empty = UserTally(features, evaluator: evaluator, users: users, build: build)
    let next = Locked(0)
    let processors = max(ProcessInfo.processInfo.activeProcessorCount, 1)
    return await withTaskGroup(of: UserTally.self) { group in
      for _ in 0..<min(processors, users.count / Self.stepSize + 1) {
        group.addTask { tally(from: next, empty, progress) }
      }
      var total = empty
      for await part in group { total.add(part) }
      return total.counts
    }
  }

  /// Evaluates the features for ranges of users, which the tasks take from the shared counter `next`.
  private func tally(
    from next: Locked<Int>,
    _ empty: UserTally,
    _ progress: (@Sendable (Int) -> Void)?
  ) -> UserTally {
    var tally = empty
    while !Task.isCancelled {
      let start = next.withLock { next in
        defer { next += Self.stepSize }
        return next
      }
      guard start < users.count else { break }
      let numbers = start..<min(start + Self.stepSize, users.count)
      tally.add(numbers)
      progress?(numbers.count)
    }
    return tally
  }
}
