public import Frame

/// Everything that a key can do on the main screen.
///
/// The footer, the help, the palette and the table in the README are made from this list.
public enum Action: String, Hashable, Sendable, CaseIterable {
  /// Change a feature as a tap does.
  case act
  /// Go on to the next variation.
  case next
  /// Go back to the variation before.
  case previous
  /// Choose a state or a variation from a list.
  case pick
  /// Change the variables of a feature.
  case edit
  /// Force a variation upon one rule of a flag service.
  case forceRule
  /// Mark a feature.
  case mark
  /// Unmark all features.
  case clearMarks
  /// Give features back to their source.
  case reset
  /// Give all features back to their source.
  case resetAll
  /// Delete features from the workspace.
  case delete
  /// Forget the last good configuration.
  case clearCache

  /// Move one row up.
  case up
  /// Move one row down.
  case down
  /// Move half a page up.
  case halfPageUp
  /// Move half a page down.
  case halfPageDown
  /// Move a page up.
  case pageUp
  /// Move a page down.
  case pageDown
  /// Move to the first row.
  case first
  /// Move to the last row.
  case last

  /// Open the details, or go to them.
  case details
  /// Go to the other pane.
  case switchPane
  /// Go to the list of features.
  case features
  /// Go to the connectivity pane.
  case connectivity
  /// Watch what happens.
  case activity
  /// List the problems of the source.
  case problems
  /// Search.
  case search
  /// Go to the next match.
  case nextMatch
  /// Go to the match before.
  case previousMatch
  /// Choose what to list.
  case filter
  /// Go one level back.
  case back

  /// Load the source again.
  case refresh
  /// Pause polling, or go on with it.
  case pausePolling
  /// Poll less often.
  case pollLessOften
  /// Poll more often.
  case pollMoreOften
  /// Change the user for whom a flag service decides.
  case user

  /// Choose a theme.
  case themes
  /// Find an action by its name.
  case palette
  /// Show what the keys do.
  case help
  /// Paint the screen again.
  case redraw
  /// Go back to the shell for a while.
  case suspend
  /// End the program.
  case quit

  /// What an action is about; help lists actions by it.
  public enum Group: String, Sendable, CaseIterable {
    /// What changes features.
    case change = "Change"
    /// What moves the cursor.
    case move = "Move"
    /// What finds and shows features.
    case find = "Find and look"
    /// What concerns the source and the way to it.
    case live = "Live"
    /// What concerns the program.
    case program = "Program"
  }

  /// What the action is about.
  public var group: Group { row.group }

  /// The keys that call for the action, the main one first.
  public var keys: [Key] { row.keys }

  /// The name of the action, as the palette lists it.
  public var title: String { row.title }

  /// What the action does, in one line.
  public var explanation: String { row.explanation }

  /// Whether the action is for changing something, and so not there in a read-only dashboard.
  public var isChange: Bool { group == .change }

  /// The actions that there are.
  public static func available(isReadOnly: Bool) -> [Action] {
    allCases.filter { !isReadOnly || !$0.isChange }
  }
}
