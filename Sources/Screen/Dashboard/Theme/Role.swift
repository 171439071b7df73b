/// The meaning of a part of the screen; a theme defines a style for each role.
public enum Role: String, Hashable, Sendable, CaseIterable {
  /// Plain text, and the background of the screen.
  case text
  /// The name of the program.
  case brand
  /// The title of a pane.
  case title
  /// The name of a section.
  case section
  /// A feature that changed less than five seconds ago.
  case changed
  /// A feature that changed five to ten seconds ago.
  case fading
  /// The badge of a source whose configuration is stale.
  case stale
  /// The badge of a source whose last poll failed.
  case failed
  /// The row under the cursor.
  case selection
  /// An enabled or unlocked feature.
  case enabled
  /// A disabled or locked feature: dimmed, because red is for failures.
  case disabled
  /// The variation of a test.
  case variation
  /// The symbol or text of an override.
  case overridden
  /// The symbol of a marked feature.
  case marked
  /// The row of a marked feature.
  case markedRow
  /// Less important text.
  case muted
  /// The name of a key, in the footer and the help.
  case key
  /// The border of a pane without the focus.
  case border
  /// The border of the focused pane.
  case focusedBorder
  /// A match of a search.
  case match
  /// A message about a success.
  case success
  /// A neutral message.
  case information
  /// A message about a possible problem.
  case warning
  /// A message about a failure.
  case failure
  /// The label of an active filter.
  case filter
  /// The dimmed panes behind a dialog.
  case backdrop
  /// The inside of a dialog.
  case dialog
  /// A button without the focus.
  case button
  /// The focused button, which Enter activates.
  case focusedButton
  /// The marker of the user's assignment in a bar of variations.
  case assignment
  /// The first variation of a test in a bar, and every fourth one after it.
  case gauge1
  /// The second variation of a test in a bar, and every fourth one after it.
  case gauge2
  /// The third variation of a test in a bar, and every fourth one after it.
  case gauge3
  /// The fourth variation of a test in a bar, and every fourth one after it.
  case gauge4
}
