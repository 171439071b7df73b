import Frame

extension Action {
  /// What is to be known of an action: the one place to give it a key or other words.
  struct Row {
    let group: Group
    let keys: [Key]
    let title: String
    private(set) var explanation = ""

    init(_ group: Group, _ keys: [Key], _ title: String) {
      self.group = group
      self.keys = keys
      self.title = title
    }

    func doing(_ explanation: String) -> Row {
      var row = self
      row.explanation = explanation
      return row
    }
  }

  /// The action's row of the table.
  var row: Row {
    switch self {
    case .act:
      Row(.change, [.character(" ")], "Change")
        .doing("flip a flag, switch an A/B test, pick for an MVT test, lock or unlock")
    case .next:
      Row(.change, [.right, .character("l")], "Next variation")
        .doing("go on to the next variation; flip a flag")
    case .previous:
      Row(.change, [.left, .character("h")], "Previous variation")
        .doing("go back to the variation before; flip a flag")
    case .pick:
      Row(.change, [.character("v")], "Pick")
        .doing("choose a state or variation from a list, or follow the source")
    case .edit:
      Row(.change, [.character("e")], "Variables")
        .doing("show and change the variables of the feature, each by its type")
    case .forceRule:
      Row(.change, [.character("R")], "Force a rule")
        .doing("force a variation upon one rule of a flag service")
    case .mark:
      Row(.change, [.character("m")], "Mark")
        .doing("mark or unmark; changes then act on all marked features")
    case .clearMarks:
      Row(.change, [.character("M")], "Clear marks")
        .doing("unmark all features")
    case .reset:
      Row(.change, [.character("o")], "Reset")
        .doing("give the feature, or all marked ones, back to the source")
    case .resetAll:
      Row(.change, [.character("O")], "Reset all")
        .doing("give every feature back to the source; asks first")
    case .delete:
      Row(.change, [.character("x")], "Delete")
        .doing("delete the feature, or all marked ones, from the workspace; asks first")
    case .clearCache:
      Row(.change, [.character("c")], "Clear cache")
        .doing("forget the last good configuration; asks first")

    case .up:
      Row(.move, [.up, .character("k")], "Up")
        .doing("move up, or scroll")
    case .down:
      Row(.move, [.down, .character("j")], "Down")
        .doing("move down, or scroll")
    case .halfPageUp:
      Row(.move, [.control("u")], "Half a page up")
        .doing("move half a page up")
    case .halfPageDown:
      Row(.move, [.control("d")], "Half a page down")
        .doing("move half a page down")
    case .pageUp:
      Row(.move, [.pageUp, .control("b")], "Page up")
        .doing("move a page up")
    case .pageDown:
      Row(.move, [.pageDown, .control("f")], "Page down")
        .doing("move a page down")
    case .first:
      Row(.move, [.character("g"), .home], "First")
        .doing("go to the first feature")
    case .last:
      Row(.move, [.character("G"), .end], "Last")
        .doing("go to the last feature")

    case .details:
      Row(.find, [.enter], "Details")
        .doing("open the details, or go to them")
    case .switchPane:
      Row(.find, [.tab, .backTab], "Switch pane")
        .doing("go between the list and the other pane")
    case .features:
      Row(.find, [.character("1")], "Features")
        .doing("go to the list of features")
    case .connectivity:
      Row(.find, [.character("2")], "Connectivity")
        .doing("connectivity: status, probes, timings, history")
    case .activity:
      Row(.find, [.character("3")], "Activity")
        .doing("watch polls, connectivity and changes; / and f narrow them down")
    case .problems:
      Row(.find, [.character("4")], "Problems")
        .doing("list the problems of the source; enter goes to the feature")
    case .search:
      Row(.find, [.character("/")], "Search")
        .doing("search names, descriptions, sections and variations as you type")
    case .nextMatch:
      Row(.find, [.character("n")], "Next match")
        .doing("go to the next match")
    case .previousMatch:
      Row(.find, [.character("N")], "Previous match")
        .doing("go to the match before")
    case .filter:
      Row(.find, [.character("f")], "Filter")
        .doing("list only some types or sections, or what is overridden")
    case .back:
      Row(.find, [.escape], "Back")
        .doing("one level back: close, then clear search, marks and filter")

    case .refresh:
      Row(.live, [.character("r"), .function(5)], "Refresh")
        .doing("load the features again; in the connectivity pane, check at once")
    case .pausePolling:
      Row(.live, [.character("p")], "Pause")
        .doing("pause polling, or go on with it")
    case .pollLessOften:
      Row(.live, [.character("+"), .character("=")], "Poll less often")
        .doing("poll less often: about double the interval, up to 10 min")
    case .pollMoreOften:
      Row(.live, [.character("-")], "Poll more often")
        .doing("poll more often: about half the interval, down to 2 s")
    case .user:
      Row(.live, [.character("u")], "User")
        .doing("change the user, and what is known of them, that a service decides for")

    case .themes:
      Row(.program, [.character("t")], "Theme")
        .doing("choose and save the theme, with a preview")
    case .palette:
      Row(.program, [.character(":"), .control("p")], "Palette")
        .doing("find an action by its name, and do it")
    case .help:
      Row(.program, [.character("?"), .function(1)], "Help")
        .doing("show and search the keys")
    case .redraw:
      Row(.program, [.control("l")], "Redraw")
        .doing("paint the screen again")
    case .suspend:
      Row(.program, [.control("z")], "Suspend")
        .doing("go back to the shell; fg returns")
    case .quit:
      Row(.program, [.character("q")], "Quit")
        .doing("end the dashboard; overrides stay")
    }
  }
}
