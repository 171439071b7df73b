/// The response of a source to a poll.
public struct PollResponse: Hashable, Sendable {
  /// The result as a short text, such as `not modified`.
  public var text: String
  /// The HTTP status code; `nil` for a source without HTTP, such as a file.
  public var status: Int?
  /// The duration from the request to the last byte.
  public var time: Duration
  /// The number of transferred bytes of the body, which may be compressed.
  public var bytes: Int
  /// The time at which the response was received.
  public var when: Moment

  /// Creates a response; the status code is `nil` and the size is 0 by default.
  public init(text: String, status: Int? = nil, time: Duration, bytes: Int = 0, when: Moment) {
    self.text = text
    self.status = status
    self.time = time
    self.bytes = bytes
    self.when = when
  }
}
