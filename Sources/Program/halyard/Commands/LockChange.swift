import Dashboard
import Documents
import FeatureFlags
import Files
import Team
import Text
import Workbench

import struct FoundationEssentials.Date

/// A change of the lock of one override of a team: `team lock` and `team unlock`.
struct LockChange {
  private let key: OverrideKey
  private let team: EtcdOverrideStorage
  private let program: Program
  private let isJSON: Bool

  /// Loads the features, and finds the one that the word selects.
  ///
  /// - Throws: `source` if the source cannot be loaded; `lookUp` or `store` if no feature, or more than
  ///   one, matches the word.
  init(
    _ word: String,
    only: String?,
    team: EtcdOverrideStorage,
    _ context: CommandContext,
    isJSON: Bool
  ) async throws(Failure) {
    self.team = team
    self.isJSON = isJSON
    program = context.program
    try await context.openForChange()
    let name = try context.name(selectedBy: word)
    let feature = try mapError(
      context.setup.store.requiredFeature(named: name),
      to: Failure.store
    )
    key = OverrideKey(feature.name, for: try context.scope(only) ?? .everyone)
  }

  /// Locks the override, so that only the author can change it for some time.
  ///
  /// - Throws: The errors of `unlock()`.
  func lock(for time: Duration, reason: String) async throws(Failure) {
    let now = Date().inWholeSeconds
    let lock = FeatureLock(
      key: key,
      author: program.environment.author,
      reason: reason,
      start: now,
      end: now.addingTimeInterval(max(1, (time / .seconds(1)).rounded(.up)))
    )
    try await finish { team throws(WorkspaceError) in try await team.add(lock) }
    report(lock, "\(key): \(lock.text(.system(at: now)))")
  }

  /// Ends the lock of the override.
  ///
  /// - Throws: `store` for an error of etcd; `negative` if another person has locked the override.
  func unlock() async throws(Failure) {
    try await finish { team throws(WorkspaceError) in
      try await team.removeLock(of: key, author: program.environment.author)
    }
    report(nil, "\(key): not locked")
  }

  private func report(_ lock: FeatureLock?, _ text: String) {
    guard isJSON else { return program.console.say(text) }
    program.console.write(
      json: .object([
        ("feature", .string(key.feature.rawValue)), ("scope", key.scope.json ?? .null),
        ("lock", lock.map { .object(TeamStatusReport.members(of: $0)) } ?? .null),
      ])
    )
  }

  /// Changes the lock; if another person keeps the lock, prints it and throws `negative`.
  private func finish(
    _ change: (EtcdOverrideStorage) async throws(WorkspaceError) -> FeatureLock?
  ) async throws(Failure) {
    let other = try await mapError(awaiting: await change(team), to: Failure.notSaved)
    guard let other else { return }
    let text = other.text(.system(at: Date()))
    Console.fail("\(key) is \(text); \(Option.force.flag) overwrites the lock")
    throw .negative
  }
}
