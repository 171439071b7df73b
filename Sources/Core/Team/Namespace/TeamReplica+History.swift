import Documents
import FeatureFlags

import struct FoundationEssentials.Date

extension TeamReplica {
  /// The number of newest acts that are kept in the history when older acts are removed.
  private static let historyLimit = 1_000
  /// The age in seconds above which acts are removed from the history: 30 days.
  private static let historyAge = 30.0 * 24 * 60 * 60

  /// Reads the newest acts of all members of the team, the newest first, up to the size limit of a
  /// namespace.
  ///
  /// Malformed acts are left out, because Halyard did not write them.
  func recentActs(limit: Int = historyLimit) async throws(TeamError) -> [OverrideAct] {
    let snapshot = try await client.read(layout.history, .newestFirst, limit: limit)
    var acts: [OverrideAct] = []
    // The parts of an act need not follow each other: others may have committed acts in between.
    var positions: [String: Int] = [:]
    for item in snapshot.items {
      guard let act = Self.act(item.value) else { continue }
      if let position = positions[act.id] {
        let changes = acts[position].changes + act.changes
        acts[position] = acts[position].with(
          changes.sorted { $0.feature.rawValue < $1.feature.rawValue }
        )
      } else {
        positions[act.id] = acts.count
        acts.append(act)
      }
    }
    return acts
  }

  static func act(_ value: [UInt8]) -> OverrideAct? {
    // Drops the error: malformed acts are left out.
    guard let node = try? JSONReader.read(value), let fields = try? FieldReader(node) else {
      return nil
    }
    return try? OverrideAct(fields)
  }

  /// Undoes or redoes the last act of the author, and returns it with the changes; `nil` if there is none.
  ///
  /// Acts whose reversal would change nothing now are skipped, such as acts with expired overrides.
  func revert(
    _ direction: History.Direction,
    _ signature: OverrideAct.Signature
  ) async throws(TeamError) -> RevertedAct? {
    var expired: [Feature.Name] = []
    for _ in 0..<Self.attemptLimit {
      let own = try await recentActs().filter { $0.author == signature.author }
      guard let target = Self.target(of: direction, in: own) else { return nil }
      let act = Self.reversal(of: target, direction, signature)
      let result = try await commit(act, at: signature.date, isForcing: isForcing)
      await addConflicts(result.contested, of: act)
      expired += target.expired(direction, at: signature.date)
      if !result.changes.isEmpty || target.kind == .delete {
        return RevertedAct(target, direction, result.changes, expired: expired)
      }
      guard result.contested.isEmpty else { return nil }
    }
    throw Self.contended
  }

  /// Creates the act that undoes or redoes the given act.
  static func reversal(
    of target: OverrideAct,
    _ direction: History.Direction,
    _ signature: OverrideAct.Signature
  ) -> OverrideAct {
    var bases: [Feature.Name: Override?] = [:]
    for change in target.changes {
      bases.updateValue(direction == .undo ? change.to : change.from, forKey: change.feature)
    }
    let goals = target.goals(direction, at: signature.date)
    return OverrideAct(goals, signature, direction.kind(of: target), bases: bases)
  }

  /// Returns the act that an undo or redo reverts; the newest act is the first of the list.
  static func target(
    of direction: History.Direction,
    in acts: [OverrideAct]
  ) -> OverrideAct? {
    ReversalSearch.target(of: direction, in: acts)
  }

  /// Records in the history that overrides have expired.
  ///
  /// Each program that follows the namespace tries to record it, and only the first one succeeds.
  func record(_ expiry: LeaseExpiry, at date: Date) async {
    for act in expiry.acts(at: date) {
      var transaction = EtcdTransaction()
      // The transaction fails if somebody has set the override again in the meantime; the expiry is then
      // not recorded.
      for change in act.changes {
        transaction.require(layout.bytes(of: .override(change.feature)), unchangedSince: 0)
      }
      transaction.create(layout.bytes(of: .history(act.id)), TeamValue.write(act.members))
      // Drops the error: another program records the expiry, or the role of the user allows no changes.
      _ = try? await client.run(transaction)
    }
  }

  /// Removes the oldest acts of the history that are above the limits of number and age.
  ///
  /// If several programs do this at the same time, each removes the same acts.
  func trimHistory(at now: Date) async throws(TeamError) {
    let batch = EtcdTransaction.operationLimit
    let oldest = try await client.read(layout.history, .oldestFirst, limit: batch)
    var transaction = EtcdTransaction()
    for (index, item) in oldest.items.enumerated() {
      let date = Self.act(item.value)?.date ?? now
      guard
        oldest.count - index > Self.historyLimit || now.timeIntervalSince(date) > Self.historyAge
      else { break }
      transaction.delete(item.key)
    }
    guard !transaction.isEmpty else { return }
    _ = try await client.run(transaction)
  }
}
