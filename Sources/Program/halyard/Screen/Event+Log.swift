import Dashboard
import FeatureFlags
import Frame
import Usages
import Workbench

extension Event {
  /// The event as a line of the debug log, without typed or pasted text.
  ///
  /// - Parameter isTyping: Whether characters are inserted into a text field, whose text can be
  ///   secret.
  /// - Returns: The name of the event with its most important values.
  func logText(isTyping: Bool) -> String {
    switch self {
    case .key(let key): "key \(key.logText(isTyping: isTyping))"
    case .typed(let text): "typed \(Number.count(text.count, "character"))"
    case .paste(let text): "pasted \(Number.count(text.count, "character"))"
    case .mouse(let mouse):
      "mouse \(mouse.action) at \(mouse.position.column), \(mouse.position.row)"
    case .background(let isLight): "background \(isLight ? "light" : "dark")"
    case .line(let text): "line \(Number.count(text.count, "character"))"
    case .resized(let size): "resized \(size.columns)x\(size.rows)"
    case .loaded(let source):
      "loaded \(Number.count(source.features.count, "feature")) from \(source.origin.rawValue)"
    case .session(let event): event.logText
    case .reverted: "reverted"
    case .inputEnded: "end of the input"
    case .conflicts(let conflicts): "conflicts \(conflicts.map(\.key.feature).logText)"
    case .favourites(let names): "favourites \(names.count)"
    case .connectivity(let report): "connectivity \(report)"
    case .comparedUsers(let comparison):
      "compared \(Number.count(comparison.users.count, "user"))"
    case .usages(_, let progress): "usages \(progress.logText)"
    case .bisectionFailed(let reason): "bisection failed: \(reason)"
    case .edited(_, .edited): "edited"
    case .edited(_, .failed(let reason, _)): "not edited: \(reason)"
    case .history(let history): "history of \(Number.count(history.count, "feature"))"
    case .timeline: "timeline"
    case .themes(let themes): "themes \(themes.count)"
    case .themeChanged(let theme): "changed theme \(theme.name)"
    case .themeSelected(let theme): "selected theme \(theme.name)"
    case .settings: "changed settings"
    case .activity(let entry): "activity \(entry.text)"
    case .operations(let entries): "\(Number.count(entries.count, "operation"))"
    case .serving(nil): "serving ended"
    case .serving(let activity?):
      "serving \(Number.count(activity.clients.count, "client")), "
        + Number.count(activity.requestCount, "request")
    case .team(let activity): "team of \(Number.count(activity.members.count, "member"))"
    case .readyToCopy(let text): "ready to copy \(Number.count(text.utf8.count, "byte"))"
    case .presets(.listed(let presets, _)): "listed \(Number.count(presets.count, "preset"))"
    case .presets(.previewed): "previewed a preset"
    case .presets(.opened): "opened a preset"
    case .presets(.applied): "applied a preset"
    case .notice(let notice): "notice \(notice.text)"
    case .tick: "tick"
    }
  }
}

extension SessionEvent {
  fileprivate var logText: String {
    switch self {
    case .changed(let change):
      switch change.kind {
      case .overridden(let features): "changed \(features.map(\.name).logText)"
      case .loaded(let difference): "replaced features, \(difference.text)"
      }
    case .polling(.due(let wait)): "poll due in \(wait.elapsedText)"
    case .polling(.started): "poll started"
    case .polling(.progressed(let progress)): "received \(progress.bytes) bytes"
    case .polling(.finished), .polling(.paused): "polling paused"
    case .loading(let progress): "parsed \(progress.bytes) of \(progress.totalBytes ?? 0) bytes"
    case .previewed(let part): "first \(Number.count(part.features.count, "feature"))"
    case .loadEnded(let report):
      "load ended\(report.outcome.error.map { ": \($0)" } ?? ", \(report.difference.text)")"
    case .saved(let status):
      "unsaved \(status.unsaved.sorted { $0.rawValue < $1.rawValue }.logText)"
    case .notWritten(let failures, _):
      "not written: \(failures.map { "\($0)" }.joined(separator: ", "))"
    case .overridesRead(let problem): "overrides \(problem.map { "\($0)" } ?? "readable again")"
    case .watchesWithDelay: "files are polled"
    }
  }
}

extension Effect {
  /// The effect as a line of the debug log, without the attributes of users and the values of variables.
  var logText: String {
    switch self {
    case .overrides(let change): change.logText
    case .undo: "undo"
    case .undoOperation(let id): "undo \(id)"
    case .undoChange(let names, _): "undo the change of \(names.logText)"
    case .redo: "redo"
    case .sortFeatures: "sort features"
    case .bisect(let step): "bisect with \(step.applied.map(\.feature).logText)"
    case .endBisection: "restore after bisection"
    case .session(let effect): effect.logText
    case .presets(let effect): effect.logText
    case .report(.write): "write report"
    case .report(.copy): "generate report"
    case .saveTheme(let name): "save theme \(name)"
    case .edit(.variable(let text)): "edit \(text.variable) of \([text.feature].logText)"
    case .edit(.file(let path, let line)): "edit \(path) at line \(line ?? 1)"
    case .usages(.find(let name, _, _)): "find usages of \([name].logText)"
    case .usages(.cancel): "cancel the search for usages"
    case .saveFavourites(let names): "save favourites \(names.logText)"
    case .terminal(.redraw): "redraw"
    case .terminal(.copy(let text)): "copy \(Number.count(text.utf8.count, "byte"))"
    case .terminal(.suspend): "suspend"
    case .terminal(.useMouse(let isUsed)): isUsed ? "use the mouse" : "release the mouse"
    case .terminal(.quit): "quit"
    }
  }
}

extension UsageProgress {
  fileprivate var logText: String {
    switch self {
    case .searching(let share): "searched \(Int(share * 100)) %"
    case .found(let report): "found: \(report.usages.count)"
    case .failed(let reason): "failed: \(reason)"
    }
  }
}

extension OverrideRequest {
  fileprivate var logText: String {
    switch self {
    case .set(_, let names, _, _, _, _): "override \(names.logText)"
    case .assign(let overrides, _): "overwrite \(overrides.keys.map(\.feature).logText)"
    case .bisect(let overrides): "bisect \(overrides.keys.map(\.feature).logText)"
    case .undo(let overrides, let operation):
      "undo \(operation) of \(overrides.keys.map(\.feature).logText)"
    case .endSession: "end the session"
    case .reset(let names, _): "reset \(names.logText)"
    case .resetAll: "reset all"
    case .delete(let names): "delete \(names.logText)"
    }
  }
}

extension PresetEffect {
  fileprivate var logText: String {
    switch self {
    case .list: "list presets"
    case .preview(let name, _): "preview preset \"\(name)\""
    case .apply(let name, _): "apply preset \"\(name)\""
    case .open: "open a preset"
    case .previewOpened: "preview the opened preset"
    case .applyOpened: "apply an opened preset"
    case .save(let name, _): "save preset \"\(name)\""
    case .delete(let name): "delete preset \"\(name)\""
    }
  }
}

extension SessionEffect {
  fileprivate var logText: String {
    switch self {
    case .clearCache: "clear cache"
    case .setUser, .setPersona: "change user"
    case .savePersona: "save a persona"
    case .compareUsers: "compare users"
    case .refresh: "refresh"
    case .cancelLoad: "cancel the load"
    case .pausePolling(let isPaused): isPaused ? "pause polling" : "resume polling"
    case .setInterval(let interval): "poll every \(interval.text)"
    case .checkConnectivity: "check connectivity"
    case .readHistory: "read history"
    case .serve(let isOn): isOn ? "start the server" : "stop the server"
    }
  }
}

extension Key {
  fileprivate func logText(isTyping: Bool) -> String {
    if isTyping, case .character = self { "character" } else { label }
  }
}

extension [Feature.Name] {
  /// The first ten names, quoted.
  fileprivate var logText: String {
    let shown = prefix(10).map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return isEmpty ? "nothing" : shown + (self.count > 10 ? ", … (\(self.count))" : "")
  }
}
