import struct FoundationEssentials.Date

@testable import FeatureFlags

extension OverrideStorage {
  /// Commits changes as one act without an author.
  func commit(
    _ changes: [Feature.Name: Override?]
  ) async throws(WorkspaceError) -> StoredOverrides {
    let act = OverrideAct(changes, OverrideAct.Signature(date: Date()))
    return try await commit([act], at: act.signature.date)
  }
}
