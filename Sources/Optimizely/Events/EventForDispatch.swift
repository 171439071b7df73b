/// An event about one user, as it is sent.
public struct EventForDispatch: Hashable, Sendable {
  /// Where the event is sent.
  public let url: String
  /// What comes before the user in the body: the project, the client, and the beginning of a list.
  let head: String
  /// The user and what happened, as a JSON object.
  let visitor: String
  /// What ends the body.
  static let tail = "]}"

  init(url: String, head: String, visitor: String) {
    self.url = url
    self.head = head
    self.visitor = visitor
  }

  /// The body of the event when it is sent alone, as JSON.
  public var body: String { head + visitor + Self.tail }
}

/// Events that go to one place in one request.
struct EventBatch: Hashable {
  let url: String
  let body: String
  /// How many events the batch has.
  let count: Int

  /// Puts the first events together that go to one place about one revision of one project.
  ///
  /// - Parameters:
  ///   - events: The events in order.
  ///   - limit: The most events to put together.
  init?(_ events: [EventForDispatch], limit: Int) {
    guard let first = events.first else { return nil }
    let batch = events.prefix(limit).prefix { $0.url == first.url && $0.head == first.head }
    url = first.url
    body = first.head + batch.map(\.visitor).joined(separator: ",") + EventForDispatch.tail
    count = batch.count
  }
}
