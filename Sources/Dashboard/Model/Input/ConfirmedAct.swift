/// An act that loses data, so that the dashboard confirms it first; the raw value is its name in the
/// settings.
public enum ConfirmedAct: String, Sendable, CaseIterable {
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
