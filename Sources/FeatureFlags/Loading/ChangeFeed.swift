/// Notifications of a server that the document of a source has changed, such as an event stream.
///
/// A session follows the feed of its source while it polls the source, and loads the
/// document again after each notification.
public struct ChangeFeed: Sendable {
  /// The identity of the feed, such as the URLs of its event streams.
  ///
  /// A session that follows a feed keeps it while later documents announce a feed with an equal id.
  public let id: String
  private let run: @Sendable (_ onChange: @escaping @Sendable () -> Void) async -> Void

  /// Creates a feed, without opening a connection.
  ///
  /// - Parameters:
  ///   - id: The identity of the feed.
  ///   - follow: Follows the notifications until its task is cancelled, reconnects after failures,
  ///     and calls `onChange` after each change; `onChange` is fast, and safe to call from any
  ///     thread.
  public init(
    id: String,
    follow: @escaping @Sendable (_ onChange: @escaping @Sendable () -> Void) async -> Void
  ) {
    self.id = id
    run = follow
  }

  /// Follows the notifications until the calling task is cancelled, and calls `onChange` after each
  /// change.
  public func follow(_ onChange: @escaping @Sendable () -> Void) async {
    await run(onChange)
  }
}
