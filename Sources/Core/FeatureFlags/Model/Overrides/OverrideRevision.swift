/// Identifies one version of the overrides in a storage.
///
/// Two versions with the same revision have the same content. Revisions have no order.
package struct OverrideRevision: Hashable, Sendable {
  /// The identifier of the revision in the storage, such as the digest of a file.
  package let text: String

  package init(_ text: String) {
    self.text = text
  }
}
