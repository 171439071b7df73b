public import Connectivity
public import FeatureFlags
public import Frame

/// Something that happened, to which `DashboardState.update` reacts.
public enum Event: Sendable {
  /// A key was pressed.
  case key(Key)
  /// Characters were typed one after the other.
  ///
  /// Equals one `key` event per character, but while `DashboardState.isTyping` is true, the search
  /// and the layout run once for all characters.
  case typed(String)
  /// Text was pasted.
  case paste(String)
  /// The terminal was resized.
  case resized(Size)
  /// The features were loaded, for the first time or again.
  case loaded(LoadedSource)
  /// The states of these features changed; the list finds them by name.
  case changed([Feature])
  /// The overrides of features that the configuration does not have; replaces all earlier ones.
  case orphaned([Feature.Name: Override])
  /// The overrides file cannot be read, for this reason; `nil` when it can be read again.
  case overridesFailed(String?)
  /// The overrides of these features are not saved yet, because saving failed.
  case unsaved(Set<Feature.Name>)
  /// The state of polling changed.
  case polling(PollStatus)
  /// A connectivity check ended.
  case connectivity(ConnectivityReport)
  /// An entry for the activity log.
  case activity(ActivityEntry)
  /// A notice for the user.
  case notice(Notice)
  /// The time of `DashboardState.nextTick` has come.
  case tick
}
