public import Dashboard

/// A screen that only remembers what was drawn.
public struct InMemoryScreen: Screen, Hashable, Sendable {
  /// The size that a frame should have; setting it is what a resized window does.
  public var size: Size
  /// The last frames, the newest at the end, never more than `limit`.
  public private(set) var frames: [Frame] = []
  /// How many frames are remembered, at least 1.
  public let limit: Int

  /// Makes an empty screen that remembers one frame unless told otherwise.
  public init(size: Size, remembering limit: Int = 1) {
    self.size = size
    self.limit = max(limit, 1)
  }

  /// The frame that the screen shows; `nil` before the first.
  public var shown: Frame? { frames.last }

  /// Remembers a frame.
  public mutating func draw(_ frame: Frame) {
    if frames.count == limit { frames.removeFirst() }
    frames.append(frame)
  }
}
