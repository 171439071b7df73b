import Dashboard
import FeatureFlags
import Frame
import Serving

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
    case .resized(let size): "resized \(size.columns)x\(size.rows)"
    case .loaded(let source):
      "loaded \(Number.count(source.features.count, "feature")) from \(source.origin.rawValue)"
    case .changed(let features): "changed \(features.map(\.name).logText)"
    case .orphaned(let overrides): "orphaned \(Number.count(overrides.count, "override"))"
    case .overridesFailed(let reason): "overrides \(reason ?? "readable again")"
    case .unsaved(let names): "unsaved \(names.sorted { $0.rawValue < $1.rawValue }.logText)"
    case .polling(let status): "polling\(status.isLoading ? ", request in progress" : "")"
    case .connectivity(let report): "connectivity \(report)"
    case .activity(let entry): "activity \(entry.text)"
    case .serving(let activity):
      "serving \(Number.count(activity.clients.count, "client")), "
        + Number.count(activity.requestCount, "request")
    case .notice(let notice): "notice \(notice.text)"
    case .tick: "tick"
    }
  }
}

extension Effect {
  /// The effect as a line of the debug log, without user attributes and values of variables.
  var logText: String {
    switch self {
    case .overrides(let effect): effect.logText
    case .session(let effect): effect.logText
    case .saveTheme(let name): "save theme \(name)"
    case .terminal(.redraw): "redraw"
    case .terminal(.suspend): "suspend"
    case .terminal(.quit): "quit"
    }
  }
}

extension OverrideEffect {
  fileprivate var logText: String {
    switch self {
    case .set(_, let names): "override \(names.logText)"
    case .reset(let names): "reset \(names.logText)"
    case .resetAll: "reset all"
    case .delete(let names): "delete \(names.logText)"
    }
  }
}

extension SessionEffect {
  fileprivate var logText: String {
    switch self {
    case .clearCache: "clear cache"
    case .setUser: "change user"
    case .refresh: "refresh"
    case .pausePolling(let isPaused): isPaused ? "pause polling" : "resume polling"
    case .setInterval(let interval): "poll every \(interval.components.seconds) s"
    case .checkConnectivity: "check connectivity"
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
