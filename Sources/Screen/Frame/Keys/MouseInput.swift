/// An action of the mouse in a cell of the screen.
public struct MouseInput: Hashable, Sendable {
  /// What the user did.
  public var action: Action
  /// The cell under the pointer.
  public var position: Position

  /// An action of the first mouse button or of the wheel.
  public enum Action: Hashable, Sendable, CaseIterable {
    /// The button went down.
    case press
    /// The pointer has moved to another cell while the button is down.
    case drag
    /// The button went up.
    case release
    /// The wheel was turned by one step.
    case scrollUp, scrollDown
  }

  /// Creates an action in a cell.
  public init(_ action: Action, at position: Position) {
    self.action = action
    self.position = position
  }
}
