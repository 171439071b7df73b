/// The progress of receiving a response.
public struct PollProgress: Hashable, Sendable {
  /// The number of bytes that were received so far.
  public var received: Int
  /// The size of the whole response in bytes; `nil` if it is unknown.
  public var expected: Int?

  /// Creates a progress; the size of the response is unknown by default.
  public init(received: Int, expected: Int? = nil) {
    self.received = received
    self.expected = expected
  }

  /// The received part of the response, from 0 to 1; `nil` if the size is unknown.
  var share: Double? {
    guard let expected, expected > 0 else { return nil }
    return min(max(Double(received) / Double(expected), 0), 1)
  }
}
