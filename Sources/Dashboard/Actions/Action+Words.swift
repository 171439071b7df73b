extension Action {
  /// The name of the action, as the palette lists it.
  public var title: String {
    switch self {
    case .act: "Change"
    case .next: "Next variation"
    case .previous: "Previous variation"
    case .pick: "Pick"
    case .edit: "Variables"
    case .forceRule: "Force a rule"
    case .user: "User"
    case .mark: "Mark"
    case .clearMarks: "Clear marks"
    case .reset: "Reset"
    case .resetAll: "Reset all"
    case .delete: "Delete"
    case .clearCache: "Clear cache"
    case .up: "Up"
    case .down: "Down"
    case .halfPageUp: "Half a page up"
    case .halfPageDown: "Half a page down"
    case .pageUp: "Page up"
    case .pageDown: "Page down"
    case .first: "First"
    case .last: "Last"
    case .details: "Details"
    case .switchPane: "Switch pane"
    case .features: "Features"
    case .connectivity: "Connectivity"
    case .activity: "Activity"
    case .search: "Search"
    case .nextMatch: "Next match"
    case .previousMatch: "Previous match"
    case .filter: "Filter"
    case .back: "Back"
    case .refresh: "Refresh"
    case .pausePolling: "Pause"
    case .pollLessOften: "Poll less often"
    case .pollMoreOften: "Poll more often"
    case .themes: "Theme"
    case .palette: "Palette"
    case .help: "Help"
    case .redraw: "Redraw"
    case .suspend: "Suspend"
    case .quit: "Quit"
    }
  }

  /// What the action does, in one line.
  public var explanation: String {
    switch self {
    case .act: "flip a flag, switch an A/B test, pick for an MVT test, lock or unlock"
    case .next: "go on to the next variation; flip a flag"
    case .previous: "go back to the variation before; flip a flag"
    case .pick: "choose a state or variation from a list, or follow the source"
    case .forceRule: "force a variation upon one rule of a flag service"
    case .user: "change the user, and what is known of them, that a service decides for"
    case .edit: "show and change the variables of the feature, each by its type"
    case .mark: "mark or unmark; changes then act on all marked features"
    case .clearMarks: "unmark all features"
    case .reset: "give the feature, or all marked ones, back to the source"
    case .resetAll: "give every feature back to the source; asks first"
    case .delete: "delete the feature, or all marked ones, from the workspace; asks first"
    case .clearCache: "forget the last good configuration; asks first"
    case .up: "move up, or scroll"
    case .down: "move down, or scroll"
    case .halfPageUp: "move half a page up"
    case .halfPageDown: "move half a page down"
    case .pageUp: "move a page up"
    case .pageDown: "move a page down"
    case .first: "go to the first feature"
    case .last: "go to the last feature"
    case .details: "open the details, or go to them"
    case .switchPane: "go between the list and the other pane"
    case .features: "go to the list of features"
    case .connectivity: "watch the way to the Internet: status, probes, times, last checks"
    case .activity: "watch polls, connectivity and changes; / and f narrow them down"
    case .search: "search names, descriptions, sections and variations as you type"
    case .nextMatch: "go to the next match"
    case .previousMatch: "go to the match before"
    case .filter: "list only some types or sections, or what is overridden"
    case .back: "one level back: close, then clear search, marks and filter"
    case .refresh: "load the features again; in the connectivity pane, check at once"
    case .pausePolling: "pause polling, or go on with it"
    case .pollLessOften: "poll less often: about double the interval, up to 10 min"
    case .pollMoreOften: "poll more often: about half the interval, down to 2 s"
    case .themes: "choose how the dashboard looks, with a preview"
    case .palette: "find an action by its name, and do it"
    case .help: "show and search the keys"
    case .redraw: "paint the screen again"
    case .suspend: "go back to the shell; fg returns"
    case .quit: "end the dashboard; overrides stay"
    }
  }

  /// The table of all keys for the README, in Markdown.
  public static func readmeTable() -> String {
    var lines = ["| keys | what they do |", "|---|---|"]
    for group in Group.allCases {
      for action in allCases where action.group == group {
        let keys = action.keys.map { "`\($0.label)`" }.joined(separator: " ")
        lines.append("| \(keys) | \(action.explanation) |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
