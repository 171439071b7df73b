/// The progress of a response.
public struct PollProgress: Hashable, Sendable {
  /// The number of received bytes.
  public var received: Int
  /// The size of the whole response in bytes; `nil` if it is unknown.
  public var expected: Int?

  /// Makes a progress.
  public init(received: Int, expected: Int? = nil) {
    self.received = received
    self.expected = expected
  }

  /// The received share, from 0 to 1; `nil` if the size is unknown.
  var share: Double? {
    guard let expected, expected > 0 else { return nil }
    return min(max(Double(received) / Double(expected), 0), 1)
  }
}
