import struct FoundationEssentials.Date

@testable import FeatureFlags

extension OverrideStorage {
  /// Commits changes as one operation without an author.
  func commit(
    _ changes: [OverrideKey: Override?]
  ) async throws(WorkspaceError) -> StoredOverrides {
    let operation = OverrideOperation(changes, OverrideOperation.Signature(date: Date()))
    return try await commit([operation], at: operation.signature.date)
  }
}
