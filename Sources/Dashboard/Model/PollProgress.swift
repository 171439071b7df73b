/// How much of an answer has come.
public struct PollProgress: Hashable, Sendable {
  /// The bytes so far.
  public var received: Int
  /// The bytes of the whole answer; `nil` if the source does not say.
  public var expected: Int?

  /// Makes a progress.
  public init(received: Int, expected: Int? = nil) {
    self.received = received
    self.expected = expected
  }

  /// The share of the whole that has come, from 0 to 1; `nil` if the whole is not known.
  var share: Double? {
    guard let expected, expected > 0 else { return nil }
    return min(max(Double(received) / Double(expected), 0), 1)
  }
}
