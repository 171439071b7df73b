import FeatureFlags
import Frame

extension Action {
  /// One row of the table of actions: the default keys, the texts and the effect of an action, for the
  /// keymap, the footer, the help, the palette and the page of keys.
  struct Row {
    /// The keys that trigger the action, the main key first.
    let keys: [Key]
    /// The name of the action in the command palette.
    let title: String
    /// The label of the action in the footer; the lowercase title by default.
    let hint: String
    /// The description of the action in the help, the palette and the documentation; the identifier of an
    /// action in braces is replaced by the key of that action.
    let explanation: String
    /// Synonyms by which users can find the action in the palette and in the help, separated by commas.
    let synonyms: String
    /// The target that must be on the screen, so that the action can be performed.
    let target: Target
    /// Whether the palette offers the action, because it has an effect now.
    let applies: Condition
    /// Performs the action on the main screen, unless the focused pane handles the action itself.
    let perform: Handler

    typealias Condition = @Sendable (DashboardState) -> Bool
    typealias Handler = @Sendable (inout DashboardState) -> [Effect]

    init(
      _ keys: [Key],
      _ title: String,
      hint: String? = nil,
      _ explanation: String,
      synonyms: String,
      target: Target = .none,
      when applies: @escaping Condition = { _ in true },
      perform: @escaping Handler
    ) {
      self.keys = keys
      self.title = title
      self.hint = hint ?? title.lowercased()
      self.explanation = explanation
      self.synonyms = synonyms
      self.target = target
      self.applies = applies
      self.perform = perform
    }

    /// Creates a row whose action only changes the state of the dashboard, and requests no effects.
    init(
      _ keys: [Key],
      _ title: String,
      hint: String? = nil,
      _ explanation: String,
      synonyms: String,
      target: Target = .none,
      when applies: @escaping Condition = { _ in true },
      show: @escaping @Sendable (inout DashboardState) -> Void
    ) {
      self.init(
        keys,
        title,
        hint: hint,
        explanation,
        synonyms: synonyms,
        target: target,
        when: applies
      ) {
        show(&$0)
        return []
      }
    }
  }

  /// The kind of object to which an action applies.
  enum Target {
    /// The program, the source, a pane, or all features.
    case none
    /// The rows of the list of features.
    case rows
    /// The selected features: the marked ones, or the one under the cursor.
    case selection
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

extension Action.Change {
  fileprivate var row: Action.Row {
    switch self {
    case .act:
      Action.Row(
        [.character(" ")],
        "Change",
        "flip a flag, switch an A/B test, pick for an MVT test, lock or unlock",
        synonyms:
          "toggle, switch, flip, turn on, turn off, enable, disable, unlock, lock, activate",
        target: .selection
      ) { $0.tap() }
    case .next:
      Action.Row(
        [.right, .character("l")],
        "Next variation",
        hint: "cycle",
        "select the next variation; flip a flag; unfold a section",
        synonyms: "cycle, forward, other variation, rotate",
        target: .selection
      ) { $0.cycle(by: 1) }
    case .previous:
      Action.Row(
        [.left, .character("h")],
        "Previous variation",
        hint: "cycle",
        "select the previous variation; flip a flag",
        synonyms: "cycle back, backward, variation before",
        target: .selection
      ) { $0.cycle(by: -1) }
    case .pick:
      Action.Row(
        [.character("v")],
        "Pick",
        "choose a state or variation from a list, or reset the override",
        synonyms: "choose, select, set, variant, variation, state, override, force, treatment",
        target: .selection,
        show: { $0.openPicker() }
      )
    case .override:
      Action.Row(
        [.character("=")],
        "Override",
        "set state, value, users, lifetime and note of the override in one step",
        synonyms: "form, all at once, set override, dialog, for whom, value, until, note",
        target: .selection,
        show: { $0.openOverride() }
      )
    case .edit:
      Action.Row(
        [.character("e")],
        "Variables",
        "show and edit the variables of the feature, each by its type",
        synonyms: "edit, value, parameter, payload, json, config, variable",
        target: .selection,
        when: { !$0.targets.allSatisfy(\.declaredVariables.isEmpty) },
        show: { $0.openVariables() }
      )
    case .openEditor:
      Action.Row(
        [.character("E")],
        "Open editor",
        hint: "editor",
        "edit a value in your editor; in the problems pane, edit the file",
        synonyms: "editor, vim, nano, external editor, open file",
        target: .selection
      ) { $0.openEditor() }
    case .forceRule:
      Action.Row(
        [.character("R")],
        "Force a rule",
        "force a variation for one rule of a flag service",
        synonyms: "rule, targeting, rollout, experiment, audience",
        target: .selection,
        when: { $0.hasRules },
        show: { $0.openRules() }
      )
    case .mark:
      Action.Row(
        [.character("m")],
        "Mark",
        "mark or unmark; changes apply to all marked features",
        synonyms: "select several, multi-select, tag, check, bulk",
        target: .selection,
        show: { $0.toggleMark() }
      )
    case .markMatches:
      Action.Row(
        [.character("A")],
        "Mark all",
        "mark all listed features, or all matches of the search",
        synonyms: "select all, mark all, all matches, everything",
        target: .selection,
        show: { $0.markMatches() }
      )
    case .markSection:
      Action.Row(
        [.character("S")],
        "Mark section",
        hint: "section",
        "mark the listed features of the section under the cursor",
        synonyms: "select section, mark group, whole section",
        target: .selection,
        show: { $0.mark { $0.markSection($1) } }
      )
    case .markRange:
      Action.Row(
        [.character("V")],
        "Mark range",
        hint: "range",
        "mark a range that follows the cursor; {markRange} or {back} ends the range",
        synonyms: "select range, visual, from to, several rows",
        target: .selection,
        show: { $0.mark { $0.toggleRange($1) } }
      )
    case .invertMarks:
      Action.Row(
        [.character("I")],
        "Invert marks",
        hint: "invert",
        "mark the unmarked features of the list, and unmark the others",
        synonyms: "invert selection, opposite, reverse marks",
        target: .selection,
        show: { $0.mark { $0.invertMarks($1) } }
      )
    case .clearMarks:
      Action.Row(
        [.character("M")],
        "Clear marks",
        "unmark all features",
        synonyms: "unmark, deselect, unselect, select none",
        when: { !$0.panes.list.marks.isEmpty },
        show: { $0.panes.list.clearMarks() }
      )
    case .undo:
      Action.Row(
        [.character("z")],
        "Undo",
        "undo the last change of an override; in a team, your last one",
        synonyms: "revert, take back, oops, undo change, history back"
      ) { _ in [.undo] }
    case .redo:
      Action.Row(
        [.character("Z")],
        "Redo",
        "redo the last undone change",
        synonyms: "again, repeat, redo change"
      ) { _ in [.redo] }
    case .lifetime:
      Action.Row(
        [.character("L")],
        "Lifetime",
        "set when the override ends: at a reset, a time or the session's end",
        synonyms: "expiry, expire, until, temporary, session, timeout, duration, snooze, mute",
        target: .selection,
        show: { $0.openOverride(at: .lifetime) }
      )
    case .note:
      Action.Row(
        [.character("i")],
        "Note",
        "note why the override is set, such as the key of a test case",
        synonyms: "comment, remark, reason, why, ticket, annotate",
        target: .selection,
        show: { $0.openOverride(at: .note) }
      )
    case .reset:
      Action.Row(
        [.character("o")],
        "Reset",
        "reset the override of the feature, or of all marked ones",
        synonyms:
          "revert override, clear override, remove override, restore, default, follow, unset",
        target: .selection,
        when: { $0.targets.contains { $0.isOverridden || $0.hasScopedOverrides } }
      ) { $0.reset() }
    case .scope:
      Action.Row(
        [.character("F")],
        "For whom",
        "make changes for everyone, or only for the current user",
        synonyms: "scope, one user, individual, only me, everybody, target, audience, persona",
        show: { $0.switchScope() }
      )
    case .resetAll:
      Action.Row(
        [.character("O")],
        "Reset all",
        "reset all overrides; confirms first",
        synonyms: "revert all, clear all, remove all overrides, restore all, start over",
        when: { $0.hasOverrides }
      ) { $0.resetAll() }
    case .bisect:
      Action.Row(
        [.character("b")],
        "Bisect",
        "find which overrides break the app by testing halves of them",
        synonyms: "culprit, find bug, which override, halve, binary search, broken",
        when: { $0.hasOverrides },
        show: { $0.openBisect() }
      )
    case .delete:
      Action.Row(
        [.character("x")],
        "Delete",
        "delete the feature, or all marked ones, from the workspace; asks first",
        synonyms: "remove, erase, trash, forget",
        target: .selection
      ) { $0.delete() }
    case .presets:
      Action.Row(
        [.character("P")],
        "Presets",
        "preview, apply, save or delete named sets of overrides",
        synonyms: "save, scenario, save set, load set, apply set, snapshot, profile, share"
      ) { $0.openPresets() }
    case .clearCache:
      Action.Row(
        [.character("c")],
        "Clear cache",
        "delete the last known good configuration; confirms first",
        synonyms: "purge, empty cache, offline copy, invalidate",
        when: { $0.content.poll != nil }
      ) { $0.confirm(.clearCache, .clearCache) }
    }
  }
}

extension Action.Move {
  fileprivate var row: Action.Row {
    switch self {
    case .up:
      Action.Row(
        [.up, .character("k")],
        "Up",
        hint: "scroll",
        "move up, or scroll",
        synonyms: "previous row, arrow up",
        show: { $0.move(.up) }
      )
    case .down:
      Action.Row(
        [.down, .character("j")],
        "Down",
        hint: "scroll",
        "move down, or scroll",
        synonyms: "next row, arrow down",
        show: { $0.move(.down) }
      )
    case .halfPageUp:
      Action.Row(
        [.control("u")],
        "Half a page up",
        "move half a page up",
        synonyms: "scroll up",
        show: { $0.move(.halfPageUp) }
      )
    case .halfPageDown:
      Action.Row(
        [.control("d")],
        "Half a page down",
        "move half a page down",
        synonyms: "scroll down",
        show: { $0.move(.halfPageDown) }
      )
    case .pageUp:
      Action.Row(
        [.pageUp, .control("b")],
        "Page up",
        "move a page up",
        synonyms: "previous page",
        show: { $0.move(.pageUp) }
      )
    case .pageDown:
      Action.Row(
        [.pageDown, .control("f")],
        "Page down",
        "move a page down",
        synonyms: "next page",
        show: { $0.move(.pageDown) }
      )
    case .first:
      Action.Row(
        [.character("g"), .home],
        "First",
        "go to the first feature",
        synonyms: "top, start, beginning, home",
        show: { $0.move(.first) }
      )
    case .last:
      Action.Row(
        [.character("G"), .end],
        "Last",
        "go to the last feature",
        synonyms: "bottom, end",
        show: { $0.move(.last) }
      )
    }
  }
}

extension Action.Find {
  fileprivate var row: Action.Row {
    switch self {
    case .details:
      Action.Row(
        [.enter],
        "Details",
        "open or focus the details",
        synonyms: "info, describe, inspect, open, show, why, explain, reason",
        show: { $0.goToDetails() }
      )
    case .switchPane:
      Action.Row(
        [.tab, .backTab],
        "Switch pane",
        "switch between the list and the other pane",
        synonyms: "focus, other pane, tab, window",
        show: { $0.switchPane() }
      )
    case .features:
      Action.Row(
        [.character("1")],
        "Features",
        "go to the list of features",
        synonyms: "list, flags, home screen, back to list",
        show: { $0.go(to: .list) }
      )
    case .connectivity:
      Action.Row(
        [.character("2")],
        "Connectivity",
        "connectivity: status, probes, timings, history",
        synonyms: "network, internet, online, offline, status, ping, probe, wifi",
        show: { $0.go(to: .connectivity) }
      )
    case .activity:
      Action.Row(
        [.character("3")],
        "Activity",
        "log of polls, checks and changes; {delete} undoes one, {reset} resets it",
        synonyms: "log, history, events, journal, messages, undo one, who changed",
        show: { $0.go(to: .activity) }
      )
    case .clients:
      Action.Row(
        [.character("4")],
        "Clients",
        "clients and evaluations; {details} evaluates for the user of the client",
        synonyms: "apps, devices, requests, evaluations, sdk, server, connected",
        when: { $0.content.serving != nil },
        show: { $0.go(to: .clients) }
      )
    case .problems:
      Action.Row(
        [.character("5")],
        "Problems",
        "list the problems of the source; {details} goes to the feature",
        synonyms: "errors, warnings, issues, lint, validate, invalid, check file",
        show: { $0.go(to: .problems) }
      )
    case .changes:
      Action.Row(
        [.character("6")],
        "Changes",
        "changes of the source, old → new; {delete} dismisses one, {dismissChanges} all",
        synonyms: "diff, difference, what changed, news, updates, compare",
        show: { $0.go(to: .changes) }
      )
    case .dismissChanges:
      Action.Row(
        [.character("X")],
        "Dismiss all",
        "dismiss all changes of the source",
        synonyms: "clear changes, seen, read, acknowledge",
        show: { $0.dismissChange(nil) }
      )
    case .nextChange:
      Action.Row(
        [.character("]")],
        "Next change",
        hint: "changed",
        "go to the next changed feature",
        synonyms: "next difference, changed feature",
        when: { !$0.content.changedNames.isEmpty },
        show: { $0.goToChange(step: 1) }
      )
    case .previousChange:
      Action.Row(
        [.character("[")],
        "Previous change",
        hint: "changed",
        "go to the previous changed feature",
        synonyms: "previous difference, changed feature before",
        when: { !$0.content.changedNames.isEmpty },
        show: { $0.goToChange(step: -1) }
      )
    case .biases:
      Action.Row(
        [.character("B")],
        "Bias preview",
        "try other biases in a preview: which users would change variation",
        synonyms: "rollout preview, roll-out, percentage, simulate, allocation, who moves",
        show: { $0.openBiases() }
      )
    case .search:
      Action.Row(
        [.character("/")],
        "Search",
        "narrow the list as you type: texts, section:, type:, is:, note:, by:",
        synonyms: "find, grep, look for, fuzzy, narrow, query",
        show: { $0.startSearch() }
      )
    case .nextMatch:
      Action.Row(
        [.character("n")],
        "Next match",
        hint: "matches",
        "go to the next match; in the details, to the next feature",
        synonyms: "find next, next result",
        when: { $0.panes.list.search != nil },
        show: { $0.goToMatch(step: 1) }
      )
    case .previousMatch:
      Action.Row(
        [.character("N")],
        "Previous match",
        hint: "matches",
        "go to the previous match; in the details, to the previous feature",
        synonyms: "find previous, previous result",
        when: { $0.panes.list.search != nil },
        show: { $0.goToMatch(step: -1) }
      )
    case .previousSection:
      Action.Row(
        [.character("{")],
        "Previous section",
        "go to the previous section",
        synonyms: "group before, previous group",
        target: .rows,
        when: { $0.hasListedSections },
        show: { $0.goToSection(isNext: false) }
      )
    case .nextSection:
      Action.Row(
        [.character("}")],
        "Next section",
        "go to the next section",
        synonyms: "next group, jump, group after",
        target: .rows,
        when: { $0.hasListedSections },
        show: { $0.goToSection(isNext: true) }
      )
    case .fold:
      Action.Row(
        [.character("-")],
        "Fold",
        "fold or unfold the section",
        synonyms: "collapse, expand, unfold, close section, open section, hide",
        target: .rows,
        when: { $0.canFold },
        show: { $0.fold { $0.toggleFold($1) } }
      )
    case .foldAll:
      Action.Row(
        [.character("_")],
        "Fold all",
        "fold or unfold all sections",
        synonyms: "collapse all, expand all, unfold all, overview",
        target: .rows,
        when: { $0.canFold },
        show: { $0.fold { $0.toggleAllFolds($1) } }
      )
    case .sort:
      Action.Row(
        [.character("s")],
        "Sort",
        "order by section, name, state, type, last change or requests",
        synonyms: "order, arrange, sort by, alphabetical, recent",
        target: .rows,
        show: { $0.dialog = Menu(SortMenu(current: $0.panes.list.order)) }
      )
    case .favourite:
      Action.Row(
        [.character("*")],
        "Favourite",
        "add the feature to the favourites, listed on top, or remove it",
        synonyms: "favorite, star, bookmark, pin, like",
        target: .rows,
        when: { $0.hasTargets }
      ) { $0.toggleFavourite() }
    case .filter:
      Action.Row(
        [.character("f")],
        "Filter",
        "list only some types or sections, or overridden features",
        synonyms: "only, show only, type, overridden only, limit",
        show: { $0.openFilter() }
      )
    case .askedColumn:
      Action.Row(
        [.character("a")],
        "Asked column",
        "show or hide how often, and when, clients asked for each feature",
        synonyms: "usage, used, unused, counts, column",
        when: { $0.content.serving != nil },
        show: { $0.toggleAskedColumn() }
      )
    case .timeRange:
      Action.Row(
        [.character("D")],
        "Time range",
        "show the states of the last hour, day or week in the details",
        synonyms: "timeline, day, hour, week, period, past, band, zoom, history",
        show: { $0.showNextRange() }
      )
    case .usages:
      Action.Row(
        [.character("@")],
        "Usages",
        "list where source code uses the feature, and open your editor there",
        synonyms: "source code, where used, references, grep, find in code, files",
        target: .rows
      ) { $0.openUsages() }
    case .json:
      Action.Row(
        [.character("J")],
        "JSON value",
        hint: "json",
        "show the JSON value as a tree, and compare it with other values",
        synonyms: "tree, payload, object, document, diff, difference, expand, value",
        target: .rows,
        when: { $0.targets.contains { $0.hasJSONVariable } },
        show: { $0.openJSON() }
      )
    case .overrides:
      Action.Row(
        [.character("#")],
        "Overrides by note",
        hint: "by note",
        "list the active overrides by note, with author, users and age",
        synonyms: "tidy up, clean up, tickets, who forces what, end of the day, owners, stale",
        show: { $0.openOverrides() }
      )
    case .back:
      Action.Row(
        [.escape],
        "Back",
        "go back one level: close, then clear search, marks and filter",
        synonyms: "close, cancel, escape, leave",
        when: { _ in false }
      ) { $0.goBack() }
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
        "load the features again; in the connectivity pane, check now",
        synonyms: "reload, update, fetch, poll now, sync, load, retry, check now"
      ) { _ in [.session(.refresh)] }
    case .pausePolling:
      Action.Row(
        [.character("p")],
        "Pause",
        "pause polling or the evaluations; in the details, the previous feature",
        synonyms: "resume, stop polling, freeze, hold, start polling",
        when: { $0.content.poll != nil }
      ) { $0.togglePause() }
    case .pollLessOften:
      Action.Row(
        [.character(">")],
        "Poll less often",
        "poll less often: about double the interval, up to 10 min",
        synonyms: "slower, interval, frequency, poll slower",
        when: { $0.content.poll != nil }
      ) { $0.changeInterval(isLonger: true) }
    case .pollMoreOften:
      Action.Row(
        [.character("<")],
        "Poll more often",
        "poll more often: about half the interval, down to 2 s",
        synonyms: "faster, poll faster, quicker",
        when: { $0.content.poll != nil }
      ) { $0.changeInterval(isLonger: false) }
    case .user:
      Action.Row(
        [.character("u")],
        "User",
        "edit the user and their attributes",
        synonyms: "persona, context, targeting key, attributes, login, account, segment",
        when: { $0.content.userFields != nil },
        show: { $0.openUser() }
      )
    case .compareUsers:
      Action.Row(
        [.character("U")],
        "Compare users",
        "compare the states of all features for all personas",
        synonyms: "compare personas, comparison table, who gets what, matrix"
      ) { $0.openComparison() }
    case .team:
      Action.Row(
        [.character("T")],
        "Team",
        "list who shares the overrides, and the feature that each has selected",
        synonyms: "members, colleagues, people, who is here, presence, etcd, shared",
        show: { $0.openTeam() }
      )
    case .conflicts:
      Action.Row(
        [.character("!")],
        "Conflicts",
        "decide about changes of yours that conflict with a colleague's",
        synonyms: "colleague, lost change, merge, overwrite, keep mine, take theirs",
        show: { $0.openConflicts() }
      )
    case .serve:
      Action.Row(
        [.character("H")],
        "Server",
        "start the server for apps in any language, or stop it",
        synonyms: "serve, start server, stop server, http, port, listen, clients, apps, ofrep",
        when: { $0.content.list != nil }
      ) { $0.toggleServer() }
    case .testCase:
      Action.Row(
        [.character("C")],
        "Test case",
        "start a test case: count and list requests of clients from now on",
        synonyms: "count requests, counters, what was asked, start counting, reset counters",
        show: { $0.startTestCase() }
      )
    }
  }
}

extension Action.Program {
  fileprivate var row: Action.Row {
    switch self {
    case .themes:
      Action.Row(
        [.character("t")],
        "Theme",
        "choose and save the theme, with a preview",
        synonyms: "color, colour, colors, colours, dark, light, appearance, scheme, skin",
        show: { $0.dialog = Menu(ThemeMenu($0.themes, current: $0.theme)) }
      )
    case .report:
      Action.Row(
        [.character("w")],
        "Write report",
        hint: "report",
        "write a bug report as Markdown and JSON to the working folder",
        synonyms: "bug report, write report, export, save report, markdown, state file"
      ) { _ in [.report(.write)] }
    case .copy:
      Action.Row(
        [.character("y")],
        "Copy",
        "copy the name, the JSON or the command line of features",
        synonyms: "clipboard, yank, copy name, copy json, copy command, share",
        show: { $0.openCopyMenu() }
      )
    case .palette:
      Action.Row(
        [.character(":"), .control("p")],
        "Palette",
        "find an action by name and run it",
        synonyms: "command, menu, run",
        when: { _ in false }
      ) { $0.openPalette() }
    case .help:
      Action.Row(
        [.character("?"), .function(1)],
        "Help",
        "show and search the keys",
        synonyms: "keys, shortcuts, manual, keyboard, bindings, cheat sheet",
        show: { $0.openHelp() }
      )
    case .tour:
      Action.Row(
        [.character("W")],
        "Tour",
        "walk through the built-in example, step by step",
        synonyms: "tutorial, introduction, getting started, walkthrough, learn, demo",
        show: { $0.startTour() }
      )
    case .mouse:
      Action.Row(
        [.character("K")],
        "Mouse",
        "release the mouse, so that the terminal selects text, or take it back",
        synonyms: "select text, copy text, selection, pointer, click, mark with the mouse",
        when: { $0.usesMouse != nil }
      ) { $0.toggleMouse() }
    case .redraw:
      Action.Row(
        [.control("l")],
        "Redraw",
        "draw the screen again",
        synonyms: "repaint, refresh screen, garbled, clear screen"
      ) { _ in [.terminal(.redraw)] }
    case .suspend:
      Action.Row(
        [.control("z")],
        "Suspend",
        "suspend to the shell; fg resumes",
        synonyms: "shell, background, ctrl-z, pause program, terminal"
      ) { _ in [.terminal(.suspend)] }
    case .quit:
      Action.Row(
        [.character("q")],
        "Quit",
        "quit the dashboard; overrides stay",
        synonyms: "exit, leave program, end, bye, stop program"
      ) { $0.quit() }
    }
  }
}
