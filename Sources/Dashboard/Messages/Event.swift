public import Connectivity
public import FeatureFlags
public import Frame
public import Serving

/// An event that `DashboardState.update` handles.
public enum Event: Sendable {
  /// The user pressed a key.
  case key(Key)
  /// The user typed characters in a row.
  ///
  /// The event is equivalent to one `key` event per character. While `DashboardState.isTyping` is
  /// true, the search and the layout run only once for all characters.
  case typed(String)
  /// The user pasted text.
  case paste(String)
  /// The terminal was resized to the given size.
  case resized(Size)
  /// The source was loaded, for the first time or again.
  case loaded(LoadedSource)
  /// The states of the given features changed; the list finds the features by name.
  case changed([Feature])
  /// The overrides of features that are not in the configuration; replaces the previous set.
  case orphaned([Feature.Name: Override])
  /// Reading the overrides file failed for the given reason; `nil` means that it is readable again.
  case overridesFailed(String?)
  /// The overrides of the given features could not be saved yet.
  case unsaved(Set<Feature.Name>)
  /// The polling state changed to the given one.
  case polling(PollStatus)
  /// A connectivity check has finished with the given report.
  case connectivity(ConnectivityReport)
  /// The activity of the server that runs inside the program; replaces the previous activity.
  case serving(ServingActivity)
  /// Appends an entry to the activity log.
  case activity(ActivityEntry)
  /// Shows a notice to the user.
  case notice(Notice)
  /// The time `DashboardState.nextTick` has been reached.
  case tick
}
