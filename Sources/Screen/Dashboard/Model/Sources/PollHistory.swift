/// Stores the response times and the sizes of the last polls of a source.
struct PollHistory: Sendable {
  /// The stored polls, oldest first.
  private(set) var polls: [Poll] = []

  /// One poll.
  struct Poll: Hashable, Sendable {
    let duration: Duration
    /// The number of transferred bytes of the body; `nil` without a response.
    let bytes: Int?
    let hasFailed: Bool
  }

  /// The maximum number of stored polls; the oldest ones are dropped.
  static let limit = 60

  /// Adds the response to a poll; a response without a status code has no size.
  mutating func add(_ response: PollResponse, hasFailed: Bool) {
    if polls.count == Self.limit { polls.removeFirst() }
    polls.append(
      Poll(
        duration: response.time,
        bytes: response.status == nil ? nil : response.bytes,
        hasFailed: hasFailed
      )
    )
  }
}
