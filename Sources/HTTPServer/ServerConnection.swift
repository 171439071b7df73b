import CMicrohttpd
import Glibc
import Locking

/// One connection to a client, and the exchange of a request and its response on it.
///
/// Unchecked: `exchange` is used only on the thread of libmicrohttpd that serves the connection, and
/// `shared` has a lock.
final class ServerConnection: @unchecked Sendable {
  /// The request that is being received or handled.
  struct Exchange {
    var method = HTTPMethod.other
    var target = RequestTarget()
    /// The received part of the body.
    var body: [UInt8] = []
    /// The size of the body, including the bytes that were discarded.
    var bodySize = 0
    /// The part of the memory for bodies that this body has reserved.
    var reservedSize = 0
    /// Whether the body was discarded, because it is too large or there is no memory for it.
    var isDiscarded = false
    /// Whether the headers have been received.
    var hasHeaders = false
    /// Whether the handler was called.
    var isHandled = false
  }

  /// The part of the exchange that determines whether the connection has to be closed.
  enum Phase: Hashable, Sendable {
    /// The connection is idle, or a request is being received.
    case receiving
    /// The response is being sent.
    case responding
    /// The handler has not created its response yet, or the response is a stream.
    case waiting
  }

  struct Shared {
    var phase = Phase.receiving
    /// The time of the last change of the phase.
    var since = CoarseTime.now
    /// The stream of the response; `nil` for a response without stream.
    var stream: ResponseStream?
    /// The response that a handler has created later; `nil` before.
    var laterResponse: ServerResponse?
    /// The connection of libmicrohttpd while it is suspended until the handler responds.
    var suspended: Suspended?
    /// The number of requests so far, which identifies the current one.
    var requestNumber = 0
  }

  /// A suspended connection of libmicrohttpd.
  ///
  /// Unchecked: libmicrohttpd allows to resume a connection from any thread.
  struct Suspended: @unchecked Sendable {
    let handle: OpaquePointer
  }

  let socket: Int32
  /// The IP address of the client.
  let client: String
  var exchange = Exchange()
  let shared = Locked(Shared())

  init(_ connection: OpaquePointer) {
    socket = cmhd_socket(connection)
    client = Self.client(of: connection)
  }

  /// Records that the exchange has reached the given phase.
  func enter(_ phase: Phase) {
    shared.withLock { shared in
      shared.phase = phase
      shared.since = .now
    }
  }

  /// Suspends the connection until ``respondLater(_:to:)`` is called.
  ///
  /// - Returns: The number of the request.
  func suspend(_ connection: OpaquePointer) -> Int {
    shared.withLock { shared in
      shared.phase = .waiting
      shared.suspended = Suspended(handle: connection)
      cmhd_suspend(connection)
      return shared.requestNumber
    }
  }

  /// Resumes a suspended connection with a response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - request: The number of the request; a call for an earlier request does nothing. `nil` for
  ///     the current one.
  func respondLater(_ response: ServerResponse, to request: Int? = nil) {
    shared.withLock { shared in
      guard let suspended = shared.suspended, request == nil || request == shared.requestNumber
      else { return }
      shared.suspended = nil
      shared.laterResponse = response
      cmhd_resume(suspended.handle)
    }
  }

  /// Ends the connection if its client has taken longer than the limit for a request or a response.
  ///
  /// Must be called while the connection is open, since the kernel reuses the numbers of sockets.
  func enforce(_ limit: Duration) {
    let isLate = shared.withLock { shared in
      shared.phase != .waiting && shared.since.elapsed > limit
    }
    if isLate { end() }
  }

  /// Ends both directions of the connection, so that its thread closes it.
  ///
  /// Must be called while the connection is open, since the kernel reuses the numbers of sockets.
  func end() {
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Ends a stream whose client has closed the connection, and a connection without a request whose
  /// client sends no more.
  ///
  /// libmicrohttpd does not read a suspended connection, and no event follows the end of the stream if
  /// the end was received together with the last request.
  func endSending() {
    let (phase, stream) = shared.withLock { ($0.phase, $0.stream) }
    stream?.finish()
    // Wakes the thread of the connection, which reads the pending requests and then the end.
    if phase == .receiving { shutdown(socket, Int32(SHUT_RD)) }
  }

  private static func client(of connection: OpaquePointer) -> String {
    guard let address = cmhd_client_address(connection) else { return "" }
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let isIPv6 = Int32(address.pointee.sa_family) == AF_INET6
    let size = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    let result = getnameinfo(
      address,
      socklen_t(size),
      &text,
      socklen_t(text.count),
      nil,
      0,
      NI_NUMERICHOST
    )
    guard result == 0 else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// A time of the monotonic clock with a resolution of some milliseconds, which takes a fraction of
/// the time of an exact one to read.
struct CoarseTime: Hashable, Sendable {
  private let milliseconds: Int

  static var now: CoarseTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return CoarseTime(milliseconds: time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
  }

  /// The duration from this time until now.
  var elapsed: Duration { .milliseconds(CoarseTime.now.milliseconds - milliseconds) }
}
