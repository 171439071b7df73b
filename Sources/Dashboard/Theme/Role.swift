/// What a part of the screen means; a theme says how each meaning looks.
public enum Role: String, Hashable, Sendable, CaseIterable {
  /// Plain text, and the screen behind it.
  case text
  /// The name of the program.
  case brand
  /// The title of a pane.
  case title
  /// The name of a section.
  case section
  /// A feature that changed just now.
  case changed
  /// A feature that changed not long ago.
  case fading
  /// A source that may have something newer than what is shown.
  case stale
  /// A source that could not be read.
  case failed
  /// The line under the cursor.
  case selection
  /// A feature that is on, or unlocked.
  case enabled
  /// A feature that is off, or locked.
  case disabled
  /// The variation of a test.
  case variation
  /// What a tester decided.
  case overridden
  /// A feature that is marked for the next action.
  case marked
  /// What matters less.
  case muted
  /// A key that can be pressed.
  case key
  /// The border of a pane.
  case border
  /// The border of the pane that has the keys.
  case focusedBorder
  /// Text that was searched for.
  case match
  /// Good news.
  case success
  /// News.
  case information
  /// News that asks for attention.
  case warning
  /// Bad news.
  case failure
  /// A filter that is in use.
  case filter
  /// The panes behind a dialog.
  case backdrop
  /// The inside of a dialog.
  case dialog
  /// A button.
  case button
  /// The button that Enter presses.
  case focusedButton
  /// The place of the user among the variations.
  case assignment
  /// The first variation of a test in a gauge, and every fourth after it.
  case gauge1
  /// The second variation.
  case gauge2
  /// The third variation.
  case gauge3
  /// The fourth variation.
  case gauge4
}
