/// Reports which overrides of a store are not persisted.
package struct OverrideSaveStatus: Hashable, Sendable {
  /// The features whose last change could not be saved, and is not saved yet.
  package let unsaved: Set<Feature.Name>
  /// Why the last attempt to save failed; `nil` if it did not.
  package let error: WorkspaceError?
}
