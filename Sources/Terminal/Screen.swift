public import Dashboard

/// A place where frames are shown.
///
/// Two are there: `Terminal`, and `InMemoryScreen` for programs that run without one.
public protocol Screen {
  /// The size that a frame should have.
  var size: Size { get }

  /// Shows a frame, writing no more than what changed since the last one.
  mutating func draw(_ frame: Frame)
}
