package import FeatureFlags
import Networking

/// The largest number of streams that are followed; further announced streams are ignored.
private let maximumStreamCount = 8

extension EventStreamFollower where Change == OFREPChange {
  /// Creates a follower of the streams that a server announces; `nil` without a usable URL.
  ///
  /// Each new connection also reports a change, because events may have been lost before it.
  package init?(
    _ streams: [OFREPEventStream],
    of server: OFREPServer,
    dependencies: ServerDependencies
  ) {
    let streams = streams.prefix(maximumStreamCount).compactMap { stream in
      server.request(for: stream).map { request in
        Stream(request) { OFREPChange($0, inactivityDelay: stream.inactivityDelay) }
      }
    }
    guard !streams.isEmpty else { return nil }
    self.init(streams, dependencies: dependencies) { $0.merged(with: $1) }
  }
}

extension OFREPChange {
  /// Converts a notice of an event stream; `nil` for an event that is no message about a change.
  fileprivate init?(_ notice: EventStreamNotice, inactivityDelay: Duration) {
    switch notice {
    case .connected(let gap): self.init(isFull: gap > inactivityDelay)
    case .event(let event):
      guard event.name == "message" else { return nil }
      self.init(data: event.data)
    }
  }
}
