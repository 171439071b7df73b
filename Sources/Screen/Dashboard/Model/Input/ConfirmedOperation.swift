/// An action that loses data, so that the dashboard asks for a confirmation first; the raw value is the
/// name of the action in the settings.
public enum ConfirmedOperation: String, Sendable, CaseIterable {
  /// Resetting the overrides of all features.
  case resetAll
  /// Resetting the overrides of several marked features.
  case resetMarked
  /// Changing 20 or more marked features at once.
  case changeMarked
  /// Deleting features from the workspace.
  case delete
  /// Deleting the last known good configuration from the cache.
  case clearCache
}
