public import Frame

/// Everything that a key can do on the main screen.
///
/// Footer, help, command palette and the key table of the README are generated from this type. Each
/// case groups the actions of one topic, so that every switch over actions is exhaustive.
public enum Action: Hashable, Sendable, CaseIterable {
  /// Changes overrides or the workspace.
  case change(Change)
  /// Moves the cursor, or scrolls.
  case move(Move)
  /// Finds and shows features.
  case find(Find)
  /// Controls the source, polling and the user.
  case live(Live)
  /// Controls the program.
  case program(Program)

  /// An action that changes overrides or the workspace.
  public enum Change: Hashable, Sendable, CaseIterable {
    /// Flips a flag, switches a test, or opens the list of variations.
    case act
    /// Selects the next variation.
    case next
    /// Selects the previous variation.
    case previous
    /// Opens the list of states or variations.
    case pick
    /// Opens the variables of a feature.
    case edit
    /// Forces a variation for one rule of a flag service.
    case forceRule
    /// Marks or unmarks a feature.
    case mark
    /// Unmarks all features.
    case clearMarks
    /// Resets the overrides of features.
    case reset
    /// Resets all overrides.
    case resetAll
    /// Deletes features from the workspace.
    case delete
    /// Deletes the last known good configuration from the cache.
    case clearCache
  }

  /// An action that moves the cursor, or scrolls.
  public enum Move: Hashable, Sendable, CaseIterable {
    /// One row up.
    case up
    /// One row down.
    case down
    /// Half a page up.
    case halfPageUp
    /// Half a page down.
    case halfPageDown
    /// A page up.
    case pageUp
    /// A page down.
    case pageDown
    /// To the first row.
    case first
    /// To the last row.
    case last
  }

  /// An action that finds and shows features.
  public enum Find: Hashable, Sendable, CaseIterable {
    /// Opens or focuses the details.
    case details
    /// Switches between the list and the other pane.
    case switchPane
    /// Focuses the list of features.
    case features
    /// Opens the connectivity pane.
    case connectivity
    /// Opens the activity log.
    case activity
    /// Opens the problems of the source.
    case problems
    /// Searches as the user types.
    case search
    /// Goes to the next match.
    case nextMatch
    /// Goes to the previous match.
    case previousMatch
    /// Filters the list or the activity log.
    case filter
    /// Goes back one level.
    case back
  }

  /// An action that controls the source, polling and the user.
  public enum Live: Hashable, Sendable, CaseIterable {
    /// Loads the source again, or checks the connectivity.
    case refresh
    /// Pauses or resumes polling.
    case pausePolling
    /// Polls with the next longer interval.
    case pollLessOften
    /// Polls with the next shorter interval.
    case pollMoreOften
    /// Edits the user for whom a flag service evaluates.
    case user
  }

  /// An action that controls the program.
  public enum Program: Hashable, Sendable, CaseIterable {
    /// Opens the list of themes.
    case themes
    /// Opens the command palette.
    case palette
    /// Opens the help.
    case help
    /// Draws the screen again.
    case redraw
    /// Suspends the program to the shell.
    case suspend
    /// Quits the program.
    case quit
  }

  /// The topic of an action; the raw value is the heading in the help.
  public enum Group: String, Sendable, CaseIterable {
    /// Changing features.
    case change = "Change"
    /// Moving the cursor.
    case move = "Move"
    /// Finding and showing features.
    case find = "Find and look"
    /// The source, polling and the user.
    case live = "Live"
    /// The program.
    case program = "Program"

    /// The actions of the group, in the order of the help.
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

  /// All actions, group by group.
  public static let allCases = Group.allCases.flatMap(\.actions)

  /// The group of the action.
  public var group: Group {
    switch self {
    case .change: .change
    case .move: .move
    case .find: .find
    case .live: .live
    case .program: .program
    }
  }

  /// The keys of the action, the main key first.
  public var keys: [Key] { row.keys }

  /// The name of the action, as the palette lists it.
  public var title: String { row.title }

  /// What the action does, in one line.
  public var explanation: String { row.explanation }

  /// Whether the action changes something, and so is not available in a read-only dashboard.
  public var isChange: Bool { group == .change }

  /// The actions that are available.
  public static func available(isReadOnly: Bool) -> [Action] {
    allCases.filter { !isReadOnly || !$0.isChange }
  }
}

extension Action {
  /// The action of a key.
  init?(key: Key) {
    guard let action = Self.keymap[key] else { return nil }
    self = action
  }

  private static let keymap: [Key: Action] = Dictionary(
    allCases.flatMap { action in action.keys.map { ($0, action) } },
    uniquingKeysWith: { first, _ in first }
  )

  /// The table of all keys for the README, in Markdown.
  public static func readmeTable() -> String {
    let header = ["| keys | action |", "|---|---|"]
    let rows = allCases.map { action in
      let keys = action.keys.map { "`\($0.label)`" }.joined(separator: " ")
      return "| \(keys) | \(action.explanation) |"
    }
    return (header + rows).joined(separator: "\n") + "\n"
  }
}
