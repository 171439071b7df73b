public import Connectivity
public import FeatureFlags
public import Frame
public import Usages
public import Workbench

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
  /// An event of the session: a load, a poll, or a change of the overrides.
  indirect case session(SessionEvent)
  /// The source was loaded, for the first time or again; if the list of the features is already sorted,
  /// the event is the result of the effect `sortFeatures`.
  indirect case loaded(LoadedSource)
  /// The undo or redo that an effect requested has ended.
  case reverted
  /// The input of plain mode has ended.
  case inputEnded
  /// The favourite features that were saved; replaces the previous set.
  case favourites(Set<Feature.Name>)
  /// Changes of the user were not saved, because colleagues had changed the same features.
  case conflicts([OverrideConflict])
  /// The history of the overrides was read: the last changes of each feature, the newest first.
  case history([Feature.Name: [HistoryEntry]])
  /// The changes of the source and of the overrides were read; replaces the previous ones.
  case timeline(TimelineLog)
  /// A connectivity check has finished with the given report.
  case connectivity(ConnectivityReport)
  /// The search for the usages of a feature has come to the given state.
  case usages(Feature.Name, UsageProgress)
  /// The features were evaluated for all personas.
  case comparedUsers(UserComparison)
  /// The overrides of a step of a bisection cannot be applied, for the given reason.
  case bisectionFailed(String)
  /// The state of the connection to the team, and its members; replaces the previous ones.
  case team(TeamActivity)
  /// The activity of the server that runs inside the program; replaces the previous activity. `nil` when
  /// the server has stopped.
  case serving(ServingActivity?)
  /// The editor of a request has ended.
  case edited(EditRequest, EditOutcome)
  /// Appends an entry to the activity log.
  case activity(ActivityEntry)
  /// The last operations of the history were read, oldest first, for the activity log.
  case operations([ActivityEntry])
  /// The result of a request about the presets of the workspace.
  case presets(PresetEvent)
  /// The themes for the theme picker and the palette were read.
  case themes([Theme])
  /// The file of a theme has changed; the theme replaces the former one of the same name.
  case themeChanged(Theme)
  /// The settings select another theme.
  case themeSelected(Theme)
  /// The settings were read again; replaces the context and the keys.
  case settings(DashboardContext, Keymap)
  /// A text that the user has requested for the clipboard is ready.
  case readyToCopy(String)
  /// Shows a notice to the user.
  case notice(Notice)
  /// The time `DashboardState.nextTick` has been reached.
  case tick
}

extension Event {
  /// Whether the user caused the event, which clears the notice about an earlier event.
  var isInput: Bool {
    switch self {
    case .key, .typed, .paste, .line: true
    case .mouse(let mouse): mouse.action == .press
    case .background, .resized, .session, .loaded, .reverted, .inputEnded: false
    case .favourites, .conflicts, .history, .timeline: false
    case .connectivity, .usages, .comparedUsers, .bisectionFailed, .serving, .team, .edited: false
    case .themes, .themeChanged, .themeSelected, .settings, .operations, .activity: false
    case .readyToCopy, .presets, .notice, .tick: false
    }
  }
}

/// The state of a search for the usages of a feature in source code.
public enum UsageProgress: Equatable, Sendable {
  /// The search is running; the share of the work that is done, from 0 to 1.
  case searching(Double)
  /// The search has ended.
  case found(UsageReport)
  /// The code cannot be searched, for the given reason.
  case failed(String)
}

/// A request to open the user's editor.
public enum EditRequest: Hashable, Sendable {
  /// Edits the value of a variable as a text.
  case variable(VariableText)
  /// Opens a file at a line, counted from 1; `nil` for the start of the file.
  case file(path: String, line: Int?)

  /// The value of a variable as a text for the editor.
  public struct VariableText: Hashable, Sendable {
    /// The name of the feature.
    public let feature: Feature.Name
    /// The name of the variable.
    public let variable: String
    /// Whether the text is JSON, so that editors can highlight it.
    public let isJSON: Bool
    /// The text that the editor opens.
    public let text: String
  }
}

/// The result of an edit.
public enum EditOutcome: Hashable, Sendable {
  /// The editor has ended normally; the text is the edited value of a variable, and empty for a file.
  case edited(String)
  /// The editor has ended with an error; the text is the value of a variable if the user has changed
  /// it, and otherwise `nil`.
  case failed(reason: String, text: String?)
}
