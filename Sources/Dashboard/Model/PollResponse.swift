/// The response of a source to a poll.
public struct PollResponse: Hashable, Sendable {
  /// The result as short text, such as `not modified`.
  public var text: String
  /// The HTTP status code; `nil` for a source without one.
  public var status: Int?
  /// The time from the request to the last byte.
  public var time: Duration
  /// The size of the body in bytes, as transferred.
  public var bytes: Int
  /// The time of the response.
  public var when: Moment

  /// Makes a response.
  public init(text: String, status: Int? = nil, time: Duration, bytes: Int = 0, when: Moment) {
    self.text = text
    self.status = status
    self.time = time
    self.bytes = bytes
    self.when = when
  }
}
