/// The meaning of a part of the screen; a theme has a style for each role.
public enum Role: String, Hashable, Sendable, CaseIterable {
  /// Plain text, and the background of the screen.
  case text
  /// The name of the program.
  case brand
  /// The title of a pane.
  case title
  /// The name of a section.
  case section
  /// A feature that changed in the last five seconds.
  case changed
  /// A feature that changed in the last ten seconds.
  case fading
  /// A source whose configuration on the screen may be stale.
  case stale
  /// A source that failed.
  case failed
  /// The line under the cursor.
  case selection
  /// An enabled or unlocked feature.
  case enabled
  /// A disabled or locked feature.
  case disabled
  /// The variation of a test.
  case variation
  /// An override.
  case overridden
  /// A marked feature.
  case marked
  /// Less important text.
  case muted
  /// The name of a key.
  case key
  /// The border of a pane.
  case border
  /// The border of the focused pane.
  case focusedBorder
  /// A match of the search.
  case match
  /// Good news.
  case success
  /// Neutral news.
  case information
  /// A warning.
  case warning
  /// Bad news.
  case failure
  /// An active filter.
  case filter
  /// The dimmed panes behind a dialog.
  case backdrop
  /// The inside of a dialog.
  case dialog
  /// A button.
  case button
  /// The focused button, which Enter presses.
  case focusedButton
  /// The position of the user among the variations.
  case assignment
  /// The first variation of a test in a gauge, and every fourth variation after it.
  case gauge1
  /// The second variation.
  case gauge2
  /// The third variation.
  case gauge3
  /// The fourth variation.
  case gauge4
}
