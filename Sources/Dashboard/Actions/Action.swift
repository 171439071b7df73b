public import Frame

/// An action that a key performs on the main screen.
///
/// The footer, the help, the command palette and the key table of the README are generated from
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
  public enum Change: Hashable, Sendable, CaseIterable {
    /// Flips a flag, switches an A/B test, or opens the list of variations.
    case act
    /// Overrides the feature with its next variation.
    case next
    /// Overrides the feature with its previous variation.
    case previous
    /// Opens the list of states or variations.
    case pick
    /// Opens the list of the feature's variables.
    case edit
    /// Opens the list of rules, to force a variation for one rule of a flag service.
    case forceRule
    /// Marks or unmarks the feature under the cursor.
    case mark
    /// Unmarks all features.
    case clearMarks
    /// Resets the overrides of the marked features, or of the feature under the cursor.
    case reset
    /// Resets the overrides of all features.
    case resetAll
    /// Deletes the marked features, or the feature under the cursor, from the workspace.
    case delete
    /// Deletes the last known good configuration from the cache.
    case clearCache
  }

  /// An action that moves the cursor or scrolls.
  public enum Move: Hashable, Sendable, CaseIterable {
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
  public enum Find: Hashable, Sendable, CaseIterable {
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
    /// Starts an incremental search.
    case search
    /// Moves the cursor to the next match.
    case nextMatch
    /// Moves the cursor to the previous match.
    case previousMatch
    /// Filters the feature list, the activity log or the evaluations of clients.
    case filter
    /// Shows or hides the column of the feature list with the requests of clients.
    case askedColumn
    /// Closes the innermost pane, search or filter.
    case back
  }

  /// An action that controls the source, polling or the user.
  public enum Live: Hashable, Sendable, CaseIterable {
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
  }

  /// An action that controls the program as a whole.
  public enum Program: Hashable, Sendable, CaseIterable {
    /// Opens the list of themes.
    case themes
    /// Opens the command palette.
    case palette
    /// Opens the help screen.
    case help
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

  /// The topic of the action.
  public var group: Group {
    switch self {
    case .change: .change
    case .move: .move
    case .find: .find
    case .live: .live
    case .program: .program
    }
  }

  /// The keys that trigger the action, the main key first.
  public var keys: [Key] { row.keys }

  /// The name of the action in the command palette.
  public var title: String { row.title }

  /// The description of the action, in one line.
  public var explanation: String { row.explanation }

  /// Whether the action changes features, so that a read-only dashboard does not offer it.
  public var isChange: Bool { group == .change }

  /// The actions that a dashboard offers; a read-only dashboard offers no changes.
  public static func available(isReadOnly: Bool) -> [Action] {
    allCases.filter { !isReadOnly || !$0.isChange }
  }
}

extension Action {
  /// Finds the action that a key triggers; `nil` if the key has no action.
  init?(key: Key) {
    guard let action = Self.keymap[key] else { return nil }
    self = action
  }

  private static let keymap: [Key: Action] = Dictionary(
    allCases.flatMap { action in action.keys.map { ($0, action) } },
    uniquingKeysWith: { first, _ in first }
  )

  /// Generates the table of all keys and actions for the README, in Markdown.
  public static func readmeTable() -> String {
    let header = ["| keys | action |", "|---|---|"]
    let rows = allCases.map { action in
      let keys = action.keys.map { "`\($0.label)`" }.joined(separator: " ")
      return "| \(keys) | \(action.explanation) |"
    }
    return (header + rows).joined(separator: "\n") + "\n"
  }
}
