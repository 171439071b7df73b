import Documents
import FeatureFlags

import struct FoundationEssentials.Date

extension TeamReplica {
  /// The number of newest operations that remain when the history is trimmed.
  private static let historyLimit = 1_000
  /// The age in seconds above which operations are removed when the history is trimmed: 30 days.
  private static let historyAge = 30.0 * 24 * 60 * 60

  /// Reads the newest operations of all members of the team, the newest first, up to the size limit of a
  /// namespace.
  ///
  /// Malformed operations, which Halyard has not written, are left out.
  func recentOperations(limit: Int = historyLimit) async throws(TeamError) -> [OverrideOperation] {
    let snapshot = try await client.read(layout.history, .newestFirst, limit: limit)
    var operations: [OverrideOperation] = []
    // Merges the parts of each operation; operations of others can be between the parts.
    var positions: [String: Int] = [:]
    for item in snapshot.items {
      guard let operation = Self.operation(item.value) else { continue }
      if let position = positions[operation.id] {
        let changes = operations[position].changes + operation.changes
        operations[position] = operations[position].with(
          changes.sorted { $0.key < $1.key }
        )
      } else {
        positions[operation.id] = operations.count
        operations.append(operation)
      }
    }
    return operations
  }

  static func operation(_ value: [UInt8]) -> OverrideOperation? {
    // Drops the error: malformed operations are left out.
    guard let node = try? JSONReader.read(value), let fields = try? FieldReader(node) else {
      return nil
    }
    return try? OverrideOperation(fields)
  }

  /// Undoes or redoes the last operation of the author, and returns it with the changes; `nil` if there
  /// is no operation to revert.
  ///
  /// An operation whose reversal changes nothing is skipped, such as one with expired overrides. The author
  /// can redo an operation of somebody else that they have undone on its own.
  func revert(
    _ direction: History.Direction,
    _ signature: OverrideOperation.Signature
  ) async throws(TeamError) -> RevertedOperation? {
    var expired: [OverrideKey] = []
    for _ in 0..<Self.attemptLimit {
      let all = try await recentOperations()
      let own = all.filter { $0.author == signature.author }
      let reverted = Set(own.compactMap(\.kind.reverted))
      let candidates = all.filter { $0.author == signature.author || reverted.contains($0.id) }
      guard let target = Self.target(of: direction, in: candidates) else { return nil }
      let operation = Self.reversal(of: target, direction, signature)
      let result = try await commit(operation, at: signature.date, isForcing: isForcing)
      await addConflicts(result.contested, of: operation)
      expired += target.expired(direction, at: signature.date)
      if !result.changes.isEmpty || target.kind == .delete {
        return RevertedOperation(target, direction, result.changes, expired: expired)
      }
      guard result.contested.isEmpty else { return nil }
    }
    throw Self.contended
  }

  /// Creates the operation that undoes or redoes the given operation.
  static func reversal(
    of target: OverrideOperation,
    _ direction: History.Direction,
    _ signature: OverrideOperation.Signature
  ) -> OverrideOperation {
    var bases: [OverrideKey: Override?] = [:]
    for change in target.changes {
      bases.updateValue(direction == .undo ? change.to : change.from, forKey: change.key)
    }
    let goals = target.goals(direction, at: signature.date)
    return OverrideOperation(goals, signature, direction.kind(of: target), bases: bases)
  }

  /// Returns the operation that an undo or redo reverts; `operations` begins with the newest one.
  static func target(
    of direction: History.Direction,
    in operations: [OverrideOperation]
  ) -> OverrideOperation? {
    ReversalSearch.target(of: direction, in: operations)
  }

  /// Records in the history that overrides have expired.
  ///
  /// Each program that follows the namespace tries to record the expiry; only the first attempt
  /// succeeds.
  func record(_ expiry: LeaseExpiry, at date: Date) async {
    for operation in expiry.operations(at: date) {
      var transaction = EtcdTransaction()
      // Does not record the expiry if somebody has set the override again: the transaction fails.
      for change in operation.changes {
        transaction.require(layout.bytes(of: .override(change.key)), unchangedSince: 0)
      }
      transaction.create(
        layout.bytes(of: .history(operation.id)),
        TeamValue.write(operation.members)
      )
      // Drops the error: another program records the expiry, or the role of the user allows no changes.
      _ = try? await client.run(transaction)
    }
  }

  /// Removes the oldest operations of the history that exceed the limits of number and age, at most 128
  /// at a time.
  ///
  /// Several programs can trim the history at the same time: they remove the same operations.
  func trimHistory(at now: Date) async throws(TeamError) {
    let batch = EtcdTransaction.operationLimit
    let oldest = try await client.read(layout.history, .oldestFirst, limit: batch)
    var transaction = EtcdTransaction()
    for (index, item) in oldest.items.enumerated() {
      let date = Self.operation(item.value)?.date ?? now
      guard
        oldest.count - index > Self.historyLimit || now.timeIntervalSince(date) > Self.historyAge
      else { break }
      transaction.delete(item.key)
    }
    guard !transaction.isEmpty else { return }
    _ = try await client.run(transaction)
  }
}
