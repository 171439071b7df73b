import Frame

/// The last press of the mouse button, by which a double click is recognized.
struct MousePress: Hashable, Sendable {
  let position: Position
  let time: Duration
  /// Whether the button went down on the scroll thumb of the list: a drag then scrolls the list.
  let isOnThumb: Bool

  /// The longest time between the two presses of a double click.
  static let doubleClick = Duration.milliseconds(400)
}
