public import Connectivity
public import FeatureFlags
public import Frame

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
  /// The user used the mouse.
  case mouse(MouseInput)
  /// The terminal has reported whether its background is light.
  case background(isLight: Bool)
  /// The user has entered a line in plain mode.
  case line(String)
  /// The terminal was resized to the given size.
  case resized(Size)
  /// The source was loaded, for the first time or again.
  case loaded(LoadedSource)
  /// A large document is being loaded in the background; the features so far can be in the list.
  case loading(LoadStatus)
  /// The load in the background has ended; `failure` is the reason why there are no features to
  /// show, or why the list has only a part of them.
  case loadEnded(failure: String?)
  /// A load has changed the source, after the features of the load were sent.
  case compared(SourceChange)
  /// The states of the given features changed; the list finds the features by name.
  case changed([Feature])
  /// The overrides of features that are not in the configuration; replaces the previous set.
  case orphaned([Feature.Name: Override])
  /// The favourite features that were saved; replaces the previous set.
  case favourites(Set<Feature.Name>)
  /// Reading the overrides file failed for the given reason; `nil` means that it is readable again.
  case overridesFailed(String?)
  /// The overrides of the given features could not be saved yet.
  case unsaved(Set<Feature.Name>)
  /// Changes of the user were not saved, because colleagues had changed the same features.
  case conflicts([OverrideConflict])
  /// The history of the overrides was read: the last changes of each feature, the newest first.
  case history([Feature.Name: [HistoryEntry]])
  /// The polling state changed to the given one.
  case polling(PollStatus)
  /// A connectivity check has finished with the given report.
  case connectivity(ConnectivityReport)
  /// The features were evaluated for all personas.
  case comparedUsers(UserComparison)
  /// The overrides of a step of a bisection cannot be applied, for the given reason.
  case bisectionFailed(String)
  /// The state of the connection to the team, and its members; replaces the previous ones.
  case team(TeamActivity)
  /// The activity of the server that runs inside the program; replaces the previous activity.
  case serving(ServingActivity)
  /// The editor of a request has ended.
  case edited(EditRequest, EditOutcome)
  /// Appends an entry to the activity log.
  case activity(ActivityEntry)
  /// Fills the activity log with the acts before the dashboard was opened, the oldest one first.
  case pastActivity([ActivityEntry])
  /// The result of a request about the presets of the workspace.
  case presets(PresetEvent)
  /// The themes for the theme picker and the palette were read.
  case themes([Theme])
  /// The file of a theme has changed; the theme replaces the former one of the same name.
  case themeChanged(Theme)
  /// The settings select another theme.
  case themeSelected(Theme)
  /// The settings were read again; replaces the context and the keys.
  case settings(Context, Keymap)
  /// A text that the user has requested for the clipboard is ready.
  case readyToCopy(String)
  /// Shows a notice to the user.
  case notice(Notice)
  /// The time `DashboardState.nextTick` has been reached.
  case tick
}

extension Event {
  /// Whether the user caused the event, which clears the notice about the former one.
  var isInput: Bool {
    switch self {
    case .key, .typed, .paste, .line: true
    case .mouse(let mouse): mouse.action == .press
    case .background, .resized, .loaded, .loading, .loadEnded, .compared, .changed, .orphaned: false
    case .favourites, .unsaved, .overridesFailed, .conflicts, .history, .polling: false
    case .connectivity, .comparedUsers, .bisectionFailed, .serving, .team, .edited: false
    case .themes, .themeChanged, .themeSelected, .settings, .pastActivity, .activity: false
    case .readyToCopy, .presets, .notice, .tick: false
    }
  }
}
