public import FeatureFlags
public import Usages

/// A side effect that `DashboardState.update` requests from its caller; the results are sent back
/// as events.
public enum Effect: Hashable, Sendable {
  /// Changes overrides of features.
  case overrides(OverrideRequest)
  /// Undoes the last change of the workspace by any program.
  case undo
  /// Undoes the operation with the given identifier, which need not be the last one.
  case undoOperation(String)
  /// Undoes the newest operation of the given features by an author, after all changes are saved.
  case undoChange(of: [Feature.Name], by: String?)
  /// Redoes the last undone change.
  case redo
  /// Writes the journal of a bisection, then applies the overrides of its step.
  case bisect(BisectionStep)
  /// Restores the original overrides of a bisection, and removes its journal.
  case endBisection(BisectionStep)
  /// Controls the source, polling, connectivity checks or the user.
  case session(SessionEffect)
  /// Sorts `DashboardState.unsorted` on another thread; the result is sent back as
  /// `Event.loaded`.
  case sortFeatures
  /// Lists, previews, applies, saves or deletes presets; the results are sent back as events.
  case presets(PresetEffect)
  /// Generates a report about the features, their source and the history.
  case report(ReportEffect)
  /// Saves the theme with the given name as the default theme.
  case saveTheme(String)
  /// Opens the user's editor; the result is sent back as `Event.edited`.
  case edit(EditRequest)
  /// Searches source code for the usages of a feature; the results are sent back as `Event.usages`.
  case usages(UsageEffect)
  /// Saves the favourite features, sorted by name.
  case saveFavourites([Feature.Name])
  /// Controls the terminal or the program.
  case terminal(TerminalEffect)
}

/// A request to the live session: source, polling, connectivity and user.
public enum SessionEffect: Hashable, Sendable {
  /// Loads the source again.
  case refresh
  /// Cancels the load in the background; the features that were parsed so far remain.
  case cancelLoad
  /// Deletes the last known good configuration from the cache.
  case clearCache
  /// Evaluates the features for the given user from now on.
  case setUser(UserFields)
  /// Evaluates the features for the persona with the given name from now on.
  case setPersona(String, EvaluationContext)
  /// Saves the given user as the persona with the given name in the settings.
  case savePersona(String, UserFields)
  /// Evaluates the features for all personas, for the comparison.
  case compareUsers
  /// Pauses polling (`true`) or resumes it (`false`).
  case pausePolling(Bool)
  /// Sets the polling interval; enables polling if it is off.
  case setInterval(Duration)
  /// Starts a connectivity check, whose report is sent back as an event.
  case checkConnectivity
  /// Reads the history of the overrides, which is sent back as an event.
  case readHistory
  /// Starts the server for apps (`true`), or stops it (`false`); its activity is sent back as events.
  case serve(Bool)
}

/// A request about the presets of the workspace.
public enum PresetEffect: Hashable, Sendable {
  /// Lists all presets.
  case list
  /// Computes what applying the preset with the given name would change; with `isReplacing`, also the
  /// resets of all other overrides.
  case preview(String, isReplacing: Bool)
  /// Applies the preset with the given name; with `isReplacing`, all other overrides are reset.
  case apply(String, isReplacing: Bool)
  /// Reads the preset of a file or a URL, which is sent back as an event.
  case open(String)
  /// Computes what applying a preset of a file or a URL would change.
  case previewOpened(OpenedPreset)
  /// Applies a preset of a file or a URL.
  case applyOpened(OpenedPreset)
  /// Saves the current overrides under the given name.
  case save(String, isReplacing: Bool)
  /// Deletes the preset with the given name.
  case delete(String)
}

/// A request about the usages of features in source code.
public enum UsageEffect: Hashable, Sendable {
  /// Searches the folders for the usages of a feature, also by patterns; cancels a previous search.
  case find(Feature.Name, folders: [String], patterns: [CodePattern] = [])
  /// Cancels the search.
  case cancel
}

/// A request for a report.
public enum ReportEffect: Hashable, Sendable {
  /// Writes the report to files in the working folder.
  case write
  /// Generates the report as Markdown, which is sent back as an event to be copied.
  case copy
}

/// A request to the terminal or to the program as a whole.
public enum TerminalEffect: Hashable, Sendable {
  /// Redraws the whole screen, in case another program has overwritten it.
  case redraw
  /// Copies a text to the clipboard of the terminal.
  case copy(String)
  /// Receives the actions of the mouse (`true`), or leaves the mouse to the terminal (`false`).
  case useMouse(Bool)
  /// Suspends the process until the shell continues it.
  case suspend
  /// Quits the program.
  case quit
}
