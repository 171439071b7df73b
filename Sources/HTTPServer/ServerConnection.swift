import CMicrohttpd
import Glibc
import Locking

/// One connection to a client, and the exchange of a request and its response on it.
///
/// Unchecked: `exchange` and `handle` are used only on the thread of libmicrohttpd that serves the
/// connection, and `shared` has a lock.
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
    /// The address of the unsent body of the response; `nil` for a small one.
    var unsentBody: UInt?
    /// Whether the request line has been received.
    var isStarted = false
    /// Whether the headers have been received.
    var hasHeaders = false
    /// Whether the body is received in chunks.
    var isChunked = false
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
    /// The number of connections that the server opened before; it orders connections of the same time.
    var number = 0
    /// The time of the last change of the phase.
    var since = CoarseTime.now
    /// The time at which the client last received a part of a large response.
    var progress = CoarseTime.now
    /// Whether no part of a request has been received since the last response.
    var isIdle = true
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
  /// The connection of libmicrohttpd.
  let handle: OpaquePointer
  /// The thread of libmicrohttpd that serves the connection.
  let thread = pthread_self()
  /// The IP address of the client.
  let client: String
  var exchange = Exchange()
  let shared = Locked(Shared())

  init(_ connection: OpaquePointer) {
    handle = connection
    socket = cmhd_socket(connection)
    client = Self.client(of: connection)
  }

  /// Records that the exchange has reached the given phase.
  func enter(_ phase: Phase) {
    shared.withLock { shared in
      shared.phase = phase
      shared.since = .now
      shared.progress = shared.since
    }
  }

  /// Records that the client has received a part of a large response.
  func recordProgress() {
    shared.withLock { $0.progress = .now }
  }

  /// Suspends the connection until ``respondLater(_:to:)`` is called.
  ///
  /// - Returns: The number of the request.
  func suspend(_ connection: OpaquePointer) -> Int {
    shared.withLock { shared in
      shared.phase = .waiting
      shared.since = .now
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

  /// Whether the handler can stop to create the response to the request with the given number.
  func isAbandoned(_ request: Int) -> Bool {
    shared.withLock { $0.suspended == nil || $0.requestNumber != request }
  }

  /// Ends the connection if its client has taken longer than the limit for a request or a response.
  ///
  /// Must be called while the connection is open, since the kernel reuses the numbers of sockets.
  ///
  /// - Parameters:
  ///   - limit: The longest time of a request or a response.
  ///   - stall: The longest time in which the client does not receive a part of its response.
  func enforce(_ limit: Duration, stall: Duration) {
    let isLate = shared.withLock { shared in
      switch shared.phase {
      case .waiting: false
      case .receiving: shared.since.elapsed > limit
      case .responding: shared.since.elapsed > limit || shared.progress.elapsed > stall
      }
    }
    if isLate { end() }
  }

  /// Whether the client receives a response, or waits for one.
  var isBusy: Bool {
    shared.withLock { shared in
      switch shared.phase {
      case .receiving: false
      case .responding: shared.progress.elapsed < Self.stopStall
      case .waiting: true
      }
    }
  }

  /// The time without progress after which a stopping server does not wait for a response.
  private static let stopStall = Duration.milliseconds(250)

  /// Ends both directions of the connection, so that its thread closes it.
  ///
  /// Must be called while the connection is open, since the kernel reuses the numbers of sockets.
  func end() {
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Sends a response in place of one of libmicrohttpd, and ends the connection.
  func replaceError(with bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      // The buffer of the socket is empty: responses are sent one after another. A client that does not
      // get the response sees the end of the connection.
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
      _ = send(socket, bytes.baseAddress, bytes.count, flags)
    }
    end()
  }

  /// Ends a stream whose client has closed the connection, the wait for a response that it cannot
  /// receive, and a connection without a request whose client sends no more.
  ///
  /// libmicrohttpd does not read a suspended connection, and no event follows the end of the stream if
  /// the end was received together with the last request.
  ///
  /// - Parameter abandoned: The response to a client that waits for one.
  func endSending(_ abandoned: ServerResponse) {
    let (phase, stream, isLeft) = shared.withLock { shared in
      // A client that only sends no more gets a response within the first second.
      (shared.phase, shared.stream, shared.suspended != nil && shared.since.elapsed >= .seconds(1))
    }
    stream?.finish()
    if isLeft { respondLater(abandoned) }
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
struct CoarseTime: Hashable, Comparable, Sendable {
  private let milliseconds: Int

  static func < (first: CoarseTime, second: CoarseTime) -> Bool {
    first.milliseconds < second.milliseconds
  }

  static var now: CoarseTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return CoarseTime(milliseconds: time.tv_sec * 1_000 + time.tv_nsec / 1_000_000)
  }

  /// The duration from this time until now.
  var elapsed: Duration { .milliseconds(CoarseTime.now.milliseconds - milliseconds) }
}
