/// What a source answered to a poll.
public struct PollAnswer: Hashable, Sendable {
  /// What it comes to, in a few words, such as `not modified`.
  public var words: String
  /// The status code; `nil` for a source that has none.
  public var status: Int?
  /// How long it took from the request to the last byte.
  public var time: Duration
  /// The bytes of the body, as they were sent.
  public var bytes: Int
  /// When it had come.
  public var when: Moment

  /// Makes an answer.
  public init(words: String, status: Int? = nil, time: Duration, bytes: Int = 0, when: Moment) {
    self.words = words
    self.status = status
    self.time = time
    self.bytes = bytes
    self.when = when
  }
}
