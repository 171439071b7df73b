package import struct FoundationEssentials.Date

extension History {
  /// The reason why one operation cannot be undone on its own.
  package enum OperationRefusal: Error, Hashable, Sendable {
    /// The history has no operation with the identifier.
    case unknown
    /// Only changes, deletions and edits can be undone, and not an undo, an expiry or a bisection.
    case notUndoable(OverrideOperation)
    /// The operation is undone already.
    case undone
    /// A later operation has changed one of the overrides, too.
    case contradicted(by: OverrideOperation)
    /// An override of the operation, or the one before it, has expired since.
    case expired
  }

  /// Finds the operation with an identifier, or with the given start of its identifier.
  ///
  /// - Returns: The operation; `nil` if none or several match.
  package func operation(_ id: String) -> OverrideOperation? {
    if let operation = operations.first(where: { $0.id == id }) { return operation }
    let matches = operations.filter { $0.id.hasPrefix(id) }
    return matches.count == 1 ? matches[0] : nil
  }

  /// Returns the overrides without one operation, whose overrides no later operation has changed.
  ///
  /// - Parameters:
  ///   - id: The identifier of the operation.
  ///   - now: The time of the undo.
  /// - Returns: The overrides that change; `nil` for none.
  /// - Throws: The reason why the operation cannot be undone on its own.
  package func undoing(
    _ id: String,
    at now: Date
  ) throws(OperationRefusal) -> [OverrideKey: Override?] {
    guard let position = operations.lastIndex(where: { $0.id == id }) else { throw .unknown }
    let operation = operations[position]
    switch operation.kind {
    case .change, .delete, .edit: break
    case .undo, .redo, .bisection, .expiry: throw .notUndoable(operation)
    }
    for change in operation.changes {
      let writers = writers(of: change.key, since: position)
      if let other = writers.last(where: { $0.id != id }) { throw .contradicted(by: other) }
      if writers.isEmpty { throw .undone }
    }
    guard operation.expired(.undo, at: now).isEmpty else { throw .expired }
    return operation.goals(.undo, at: now)
  }

  /// The operations since a position that have changed an override and are not undone, the oldest first.
  private func writers(of key: OverrideKey, since position: Int) -> [OverrideOperation] {
    var writers: [OverrideOperation] = []
    for operation in operations[position...] {
      switch operation.kind {
      case .undo(let id): writers.removeAll { $0.id == id }
      case .redo(let id):
        // An operation before the position belongs to the overrides before all writers.
        let redone = operations[position...].first { $0.id == id && $0.change(of: key) != nil }
        redone.map { writers.append($0) }
      case .change, .delete, .edit, .bisection, .expiry:
        if operation.change(of: key) != nil { writers.append(operation) }
      }
    }
    return writers
  }
}

extension OverrideOperation {
  /// The first characters of the identifier, which usually identify the operation.
  package var shortID: String { String(id.prefix(8)) }
}
