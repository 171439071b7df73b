public import Frame

/// An action that a key performs on the main screen.
///
/// The footer, the help, the command palette and the page `docs/reference/keys.md` are generated from
/// this type. Each case groups the actions of one topic, so that every switch over actions is
/// exhaustive.
public enum Action: Hashable, Sendable, CaseIterable {
  /// Changes overrides or the workspace.
  case change(Change)
  /// Moves the cursor or scrolls.
  case move(Move)
  /// Searches or filters features, or opens or focuses a pane.
  case find(Find)
  /// Controls the source, polling or the user.
  case live(Live)
  /// Controls the program as a whole.
  case program(Program)

  /// An action that changes overrides or the workspace.
  public enum Change: String, Sendable, CaseIterable {
    /// Flips a flag, switches an A/B test, or opens the list of variations.
    case act
    /// Overrides the feature with its next variation.
    case next
    /// Overrides the feature with its previous variation.
    case previous
    /// Opens the list of states or variations.
    case pick
    /// Opens the dialog with all parts of the override: state, values, users, lifetime and note.
    case override
    /// Opens the list of the feature's variables.
    case edit
    /// Opens the value of a variable in the user's editor; in the problems pane, opens the file of the
    /// problem.
    case openEditor
    /// Opens the list of rules, to force a variation for one rule of a flag service.
    case forceRule
    /// Marks or unmarks the feature under the cursor.
    case mark
    /// Marks all features that the list shows, or all matches of the search.
    case markMatches
    /// Marks the features of the section under the cursor.
    case markSection
    /// Starts a range of marks from the cursor, which grows as the cursor moves; ends a started range.
    case markRange
    /// Marks the unmarked features of the list, and unmarks the marked ones.
    case invertMarks
    /// Unmarks all features.
    case clearMarks
    /// Undoes the last change of the workspace.
    case undo
    /// Redoes the last undone change.
    case redo
    /// Opens the dialog of the override at its lifetime.
    case lifetime
    /// Opens the dialog of the override at its note.
    case note
    /// Resets the overrides of the marked features, or of the feature under the cursor.
    case reset
    /// Switches between changes for everyone and changes for the current user.
    case scope
    /// Resets the overrides of all features.
    case resetAll
    /// Opens the dialog that bisects the overrides to find those that break an app.
    case bisect
    /// Deletes the marked features, or the feature under the cursor, from the workspace.
    case delete
    /// Opens the list of presets.
    case presets
    /// Deletes the last known good configuration from the cache.
    case clearCache
  }

  /// An action that moves the cursor or scrolls.
  public enum Move: String, Sendable, CaseIterable {
    /// Moves one row up.
    case up
    /// Moves one row down.
    case down
    /// Moves half a viewport up.
    case halfPageUp
    /// Moves half a viewport down.
    case halfPageDown
    /// Moves a viewport up.
    case pageUp
    /// Moves a viewport down.
    case pageDown
    /// Moves to the first row.
    case first
    /// Moves to the last row.
    case last
  }

  /// An action that searches or filters features, or opens or focuses a pane.
  public enum Find: String, Sendable, CaseIterable {
    /// Opens or focuses the details pane.
    case details
    /// Moves the focus between the feature list and the pane beside the list.
    case switchPane
    /// Focuses the feature list.
    case features
    /// Opens the connectivity pane.
    case connectivity
    /// Opens the activity log.
    case activity
    /// Opens the list of clients of the server, with their evaluations.
    case clients
    /// Opens the list of problems of the source.
    case problems
    /// Opens the list of changes of the source.
    case changes
    /// Removes the highlights of all changes that the source made.
    case dismissChanges
    /// Moves the cursor to the next changed feature.
    case nextChange
    /// Moves the cursor to the previous changed feature.
    case previousChange
    /// Opens the preview of changed biases (percentages of users per variation), which shows how many
    /// users would get a different variation.
    case biases
    /// Starts an incremental search.
    case search
    /// Moves the cursor to the next match.
    case nextMatch
    /// Moves the cursor to the previous match.
    case previousMatch
    /// Moves the cursor to the previous section.
    case previousSection
    /// Moves the cursor to the next section.
    case nextSection
    /// Folds or unfolds the section under the cursor.
    case fold
    /// Folds or unfolds all sections.
    case foldAll
    /// Opens the list of sort orders.
    case sort
    /// Adds the feature under the cursor to the favourites, or removes it.
    case favourite
    /// Filters the feature list, the activity log or the evaluations of clients.
    case filter
    /// Shows or hides the column with the requests of clients in the feature list.
    case askedColumn
    /// Switches the period of the timeline in the details pane: the last hour, day or week.
    case timeRange
    /// Lists the usages of the feature under the cursor in source code.
    case usages
    /// Opens the tree of the feature's JSON value.
    case json
    /// Lists the active overrides by their notes.
    case overrides
    /// Closes the innermost pane, search or filter.
    case back
  }

  /// An action that controls the source, polling or the user.
  public enum Live: String, Sendable, CaseIterable {
    /// Loads the source again; in the connectivity pane, checks the connectivity.
    case refresh
    /// Pauses or resumes polling.
    case pausePolling
    /// Increases the polling interval by one step.
    case pollLessOften
    /// Decreases the polling interval by one step.
    case pollMoreOften
    /// Opens the dialog for the user key and the attributes of the user.
    case user
    /// Opens the table with the state of each feature for each persona (a user that is saved in the
    /// settings).
    case compareUsers
    /// Opens the list of the members of the team.
    case team
    /// Opens the dialog with changes that the user and colleagues made to the same features.
    case conflicts
    /// Starts the server for apps, or stops it.
    case serve
    /// Starts a test case: counts the requests of clients from now on, and lists the requested features.
    case testCase
  }

  /// An action that controls the program as a whole.
  public enum Program: String, Sendable, CaseIterable {
    /// Opens the list of themes.
    case themes
    /// Writes a report to files in the working folder.
    case report
    /// Opens the list of texts to copy to the clipboard of the terminal.
    case copy
    /// Opens the command palette.
    case palette
    /// Opens the help screen.
    case help
    /// Starts the tour of the built-in example.
    case tour
    /// Leaves the mouse to the terminal, or takes it again.
    case mouse
    /// Redraws the whole screen.
    case redraw
    /// Suspends the program and returns to the shell.
    case suspend
    /// Quits the program.
    case quit
  }

  /// The topic of an action; the raw value is the heading in the help.
  public enum Group: String, Sendable, CaseIterable {
    /// Actions that change features.
    case change = "Change"
    /// Actions that move the cursor.
    case move = "Move"
    /// Actions that search or filter features, or open or focus a pane.
    case find = "Find and look"
    /// Actions that control the source, polling or the user.
    case live = "Live"
    /// Actions that control the program.
    case program = "Program"

    /// The actions of the topic, in the order of the help.
    public var actions: [Action] {
      switch self {
      case .change: Change.allCases.map(Action.change)
      case .move: Move.allCases.map(Action.move)
      case .find: Find.allCases.map(Action.find)
      case .live: Live.allCases.map(Action.live)
      case .program: Program.allCases.map(Action.program)
      }
    }
  }

  /// All actions, ordered by topic.
  public static let allCases = Group.allCases.flatMap(\.actions)

  /// The topic under which the help lists the action.
  public var group: Group {
    switch self {
    case .change: .change
    case .move: .move
    case .find: .find
    case .live: .live
    case .program: .program
    }
  }

  /// The keys that trigger the action by default, the main key first; ``Keymap`` has the keys of a
  /// user.
  public var keys: [Key] { row.keys }

  /// The name of the action in the command palette.
  public var title: String { row.title }

  /// Synonyms by which users can find the action in the palette and in the help, separated by commas.
  package var synonyms: String { row.synonyms }

  /// The one-line description of the action, which names the default keys of other actions.
  public var explanation: String { explanation(in: .standard) }

  /// The one-line description of the action, which names other actions by their keys in the given
  /// keymap.
  func explanation(in keymap: Keymap) -> String {
    keymap.filling(row.explanation)
  }

  /// Whether the action changes features; a read-only dashboard does not offer such an action.
  ///
  /// Opening the list of presets is not a change, because the presets can be viewed without applying
  /// one.
  public var isChange: Bool { group == .change && self != .change(.presets) }

  /// The actions that a dashboard offers; a read-only dashboard offers no changes.
  public static func available(isReadOnly: Bool) -> [Action] {
    allCases.filter { !isReadOnly || !$0.isChange }
  }
}

extension Action {
  /// The unique name of the action in the settings, such as `resetAll`.
  public var identifier: String {
    switch self {
    case .change(let change): change.rawValue
    case .move(let move): move.rawValue
    case .find(let find): find.rawValue
    case .live(let live): live.rawValue
    case .program(let program): program.rawValue
    }
  }

  /// Finds the action that a key triggers by default; `nil` if the key has no action.
  ///
  /// Used while a text field has the focus: only default keys such as the arrow keys move the cursor of
  /// the list, because characters are inserted into the text.
  init?(key: Key) {
    guard let action = Keymap.standard.action(for: key) else { return nil }
    self = action
  }
}
