public import Connectivity
public import FeatureFlags
public import Frame

/// Something that the dashboard has to know of.
public enum Event: Sendable {
  /// A key was pressed.
  case key(Key)
  /// Characters were typed one after the other.
  ///
  /// The same as a key for each, but where `DashboardState.isTyping` is true the search and the
  /// layout follow once for all of them.
  case typed(String)
  /// Text was pasted.
  case paste(String)
  /// The terminal has another size.
  case resized(Size)
  /// The features were loaded, for the first time or again.
  case loaded(Snapshot)
  /// These features, which are known by name, have another state.
  case changed([Feature])
  /// These are the overrides of features that the configuration does not have.
  case orphaned([Feature.Name: Override])
  /// The file of overrides cannot be read, for this reason; `nil` when it can be read again.
  case overridesFailed(String?)
  /// The overrides of these features could not be saved, and are not yet.
  case unsaved(Set<Feature.Name>)
  /// Polling goes on, or something came of it.
  case polling(PollStatus)
  /// A connectivity check ended.
  case connectivity(ConnectivityReport)
  /// Something happened that the log keeps.
  case activity(ActivityEntry)
  /// Something happened that the user should be told.
  case notice(Notice)
  /// The moment has come that `DashboardState.nextTick` asked for.
  case tick
}
