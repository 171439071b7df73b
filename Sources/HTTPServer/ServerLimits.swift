/// The limits that protect a server from large, slow and numerous clients.
public struct ServerLimits: Hashable, Sendable {
  /// The largest body of a request, 1 MB by default; a larger one gets status 413.
  public var bodySize = 1_000_000
  /// The largest request line with all headers, 16 KiB by default; larger ones get status 414 or
  /// 431.
  public var headerSize = 16 << 10
  /// The largest number of open connections, 4,096 by default; further ones wait or are closed.
  public var connections = 4_096
  /// The timeout of an idle connection, and of each complete request and response; 60 seconds by
  /// default.
  ///
  /// A client that sends or receives a byte now and then does not extend the timeout.
  public var timeout: Duration = .seconds(60)
  /// The number of unsent bytes after which a stream is closed, because its client does not read;
  /// 64 KiB by default.
  public var streamBacklog = 64 << 10

  /// Creates the default limits.
  public init() {}

  /// The number of bytes beyond ``bodySize`` that are received and discarded, so that the client
  /// can read the response with status 413; the connection of a larger body is closed.
  var discardedBodySize: Int { bodySize * 8 }
}
