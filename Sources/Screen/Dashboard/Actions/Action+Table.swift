import Frame

extension Action {
  /// One row of the table of actions: the keys, the title and the descriptions of an action.
  struct Row {
    /// The keys that trigger the action, the main key first.
    let keys: [Key]
    /// The name of the action in the command palette.
    let title: String
    /// The description of the action in the help, the palette and the documentation; the identifier of an
    /// action in braces is replaced by the key of that action.
    let explanation: String
    /// The label of the action in the footer; the lowercase title by default.
    let hint: String

    init(_ keys: [Key], _ title: String, hint: String? = nil, _ explanation: String) {
      self.keys = keys
      self.title = title
      self.explanation = explanation
      self.hint = hint ?? title.lowercased()
    }
  }

  var row: Row {
    switch self {
    case .change(let change): change.row
    case .move(let move): move.row
    case .find(let find): find.row
    case .live(let live): live.row
    case .program(let program): program.row
    }
  }
}

extension Action.Move {
  fileprivate var row: Action.Row {
    switch self {
    case .up: Action.Row([.up, .character("k")], "Up", hint: "scroll", "move up, or scroll")
    case .down:
      Action.Row([.down, .character("j")], "Down", hint: "scroll", "move down, or scroll")
    case .halfPageUp: Action.Row([.control("u")], "Half a page up", "move half a page up")
    case .halfPageDown: Action.Row([.control("d")], "Half a page down", "move half a page down")
    case .pageUp: Action.Row([.pageUp, .control("b")], "Page up", "move a page up")
    case .pageDown: Action.Row([.pageDown, .control("f")], "Page down", "move a page down")
    case .first: Action.Row([.character("g"), .home], "First", "go to the first feature")
    case .last: Action.Row([.character("G"), .end], "Last", "go to the last feature")
    }
  }
}

extension Action.Find {
  fileprivate var row: Action.Row {
    switch self {
    case .details: Action.Row([.enter], "Details", "open or focus the details")
    case .switchPane:
      Action.Row(
        [.tab, .backTab],
        "Switch pane",
        "switch between the list and the other pane"
      )
    case .features: Action.Row([.character("1")], "Features", "go to the list of features")
    case .connectivity:
      Action.Row(
        [.character("2")],
        "Connectivity",
        "connectivity: status, probes, timings, history"
      )
    case .activity:
      Action.Row(
        [.character("3")],
        "Activity",
        "log of polls, connectivity and overrides; {reset} resets the selected one"
      )
    case .clients:
      Action.Row(
        [.character("4")],
        "Clients",
        "clients and evaluations; {details} evaluates for the user of the client"
      )
    case .problems:
      Action.Row(
        [.character("5")],
        "Problems",
        "list the problems of the source; {details} goes to the feature"
      )
    case .changes:
      Action.Row(
        [.character("6")],
        "Changes",
        "changes of the source, old → new; {delete} dismisses one, {dismissChanges} all"
      )
    case .dismissChanges:
      Action.Row([.character("X")], "Dismiss all", "dismiss all changes of the source")
    case .nextChange:
      Action.Row(
        [.character("]")],
        "Next change",
        hint: "changed",
        "go to the next changed feature"
      )
    case .previousChange:
      Action.Row(
        [.character("[")],
        "Previous change",
        hint: "changed",
        "go to the previous changed feature"
      )
    case .biases:
      Action.Row(
        [.character("B")],
        "Bias preview",
        "try other biases in a preview: which users would change variation"
      )
    case .search:
      Action.Row(
        [.character("/")],
        "Search",
        "narrow the list as you type: texts, section:, type:, is:, note:, by:"
      )
    case .nextMatch:
      Action.Row(
        [.character("n")],
        "Next match",
        hint: "matches",
        "go to the next match; in the details, to the next feature"
      )
    case .previousMatch:
      Action.Row(
        [.character("N")],
        "Previous match",
        hint: "matches",
        "go to the previous match; in the details, to the previous feature"
      )
    case .previousSection:
      Action.Row([.character("{")], "Previous section", "go to the previous section")
    case .nextSection: Action.Row([.character("}")], "Next section", "go to the next section")
    case .fold: Action.Row([.character("-")], "Fold", "fold or unfold the section")
    case .foldAll: Action.Row([.character("_")], "Fold all", "fold or unfold all sections")
    case .sort:
      Action.Row(
        [.character("s")],
        "Sort",
        "order by section, name, state, type or last change"
      )
    case .favourite:
      Action.Row(
        [.character("*")],
        "Favourite",
        "add the feature to the favourites, listed on top, or remove it"
      )
    case .filter:
      Action.Row(
        [.character("f")],
        "Filter",
        "list only some types or sections, or overridden features"
      )
    case .askedColumn:
      Action.Row(
        [.character("a")],
        "Asked column",
        "show or hide how often, and when, clients asked for each feature"
      )
    case .timeRange:
      Action.Row(
        [.character("D")],
        "Time range",
        "show the states of the last hour, day or week in the details"
      )
    case .usages:
      Action.Row(
        [.character("@")],
        "Usages",
        "list where source code uses the feature, and open your editor there"
      )
    case .back:
      Action.Row(
        [.escape],
        "Back",
        "go back one level: close, then clear search, marks and filter"
      )
    }
  }
}

extension Action.Live {
  fileprivate var row: Action.Row {
    switch self {
    case .refresh:
      Action.Row(
        [.character("r"), .function(5)],
        "Refresh",
        "load the features again; in the connectivity pane, check now"
      )
    case .pausePolling:
      Action.Row(
        [.character("p")],
        "Pause",
        "pause polling or the evaluations; in the details, the previous feature"
      )
    case .pollLessOften:
      Action.Row(
        [.character(">")],
        "Poll less often",
        "poll less often: about double the interval, up to 10 min"
      )
    case .pollMoreOften:
      Action.Row(
        [.character("<")],
        "Poll more often",
        "poll more often: about half the interval, down to 2 s"
      )
    case .user:
      Action.Row(
        [.character("u")],
        "User",
        "edit the user and their attributes"
      )
    case .compareUsers:
      Action.Row(
        [.character("U")],
        "Compare users",
        "compare the states of all features for all personas"
      )
    case .team:
      Action.Row(
        [.character("T")],
        "Team",
        "list who shares the overrides, and the feature that each has selected"
      )
    case .conflicts:
      Action.Row(
        [.character("!")],
        "Conflicts",
        "decide about changes of yours that conflict with a colleague's"
      )
    case .testCase:
      Action.Row(
        [.character("C")],
        "Test case",
        "start a test case: count and list requests of clients from now on"
      )
    }
  }
}

extension Action.Program {
  fileprivate var row: Action.Row {
    switch self {
    case .themes:
      Action.Row([.character("t")], "Theme", "choose and save the theme, with a preview")
    case .report:
      Action.Row(
        [.character("w")],
        "Write report",
        hint: "report",
        "write a bug report as Markdown and JSON to the working folder"
      )
    case .copy:
      Action.Row(
        [.character("y")],
        "Copy",
        "copy the name, the JSON or the command line of features"
      )
    case .palette:
      Action.Row([.character(":"), .control("p")], "Palette", "find an action by name and run it")
    case .help: Action.Row([.character("?"), .function(1)], "Help", "show and search the keys")
    case .tour:
      Action.Row([.character("W")], "Tour", "walk through the built-in example, step by step")
    case .redraw: Action.Row([.control("l")], "Redraw", "draw the screen again")
    case .suspend: Action.Row([.control("z")], "Suspend", "suspend to the shell; fg resumes")
    case .quit: Action.Row([.character("q")], "Quit", "quit the dashboard; overrides stay")
    }
  }
}
