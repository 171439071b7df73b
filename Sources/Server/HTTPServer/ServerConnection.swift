import CMicrohttpd
import Dispatch
import Glibc
import Locking
import Networking

/// One connection of a client, with the exchange of a request and its response.
///
/// Unchecked `Sendable`: `exchange` and `handle` are used only on the thread of libmicrohttpd that
/// serves the connection, and `shared` has a lock.
final class ServerConnection: @unchecked Sendable {
  /// The request that is being received or handled.
  struct Exchange {
    var method = HTTPMethod.other
    var target = RequestTarget()
    /// The received part of the body.
    var body: [UInt8] = []
    /// The size of the body in bytes, including discarded bytes.
    var bodySize = 0
    /// The number of bytes that this body has reserved of the memory for all bodies.
    var reservedSize = 0
    /// Whether the body was discarded, because it is too large or there is no memory for it.
    var isDiscarded = false
    /// The encoding of the received body.
    var encoding = BodyEncoding.identity
    /// A large response body that the client has not received yet; `nil` for a small body.
    var unsentBody: [UInt8]?
    /// Whether the request line has been received.
    var isStarted = false
    /// Whether the headers have been received.
    var hasHeaders = false
    /// Whether the body is received in chunks.
    var isChunked = false
    /// Whether the handler was called.
    var isHandled = false
  }

  /// The progress of the exchange, by which timeouts decide whether to close the connection.
  enum Phase: Hashable, Sendable {
    /// The connection is idle, or a request is being received.
    case receiving
    /// The response is being sent.
    case responding
    /// The handler has not responded yet, or the response is a stream.
    case waiting
  }

  struct Shared {
    var phase = Phase.receiving
    /// The sequence number of the connection, which orders connections that became idle at the same time.
    var number = 0
    /// The time of the last change of the phase.
    var since = CoarseTime.now
    /// The last time at which the client has received a part of a large response.
    var progress = CoarseTime.now
    /// Whether no part of a request has been received since the last response.
    var isIdle = true
    /// The stream that the response sends; `nil` for a response without a stream.
    var stream: ResponseStream?
    /// The response of a handler that responds after it has returned; `nil` until then.
    var laterResponse: ServerResponse?
    /// The body that was inflated while the connection was suspended.
    var inflated: Inflated?
    /// The connection of libmicrohttpd while it is suspended until the handler responds.
    var suspended: Suspended?
    /// The number of requests so far, which identifies the current one.
    var requestNumber = 0
  }

  /// A suspended connection of libmicrohttpd.
  ///
  /// Unchecked `Sendable`: libmicrohttpd allows resuming a connection from any thread.
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
  /// - Returns: The number of the current request, for that call.
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
  ///   - request: The number of the request to which the response belongs; if it is not the current request,
  ///     the call does nothing. `nil` means the current request.
  func respondLater(_ response: ServerResponse, to request: Int? = nil) {
    shared.withLock { shared in
      guard let suspended = shared.suspended, request == nil || request == shared.requestNumber
      else { return }
      shared.suspended = nil
      shared.laterResponse = response
      cmhd_resume(suspended.handle)
    }
  }

  /// Ends a suspended connection without a response.
  func endWaiting() {
    shared.withLock { shared in
      guard let suspended = shared.suspended else { return }
      shared.suspended = nil
      end()
      cmhd_resume(suspended.handle)
    }
  }

  /// Whether the response to the request with the given number is no longer needed, so that the handler can
  /// stop.
  func isAbandoned(_ request: Int) -> Bool {
    shared.withLock { $0.suspended == nil || $0.requestNumber != request }
  }

  /// Ends the connection if its client has taken longer than the limit for a request or a response.
  ///
  /// Must be called while the connection is open, because the kernel reuses the numbers of closed sockets.
  ///
  /// - Parameters:
  ///   - limit: The longest time of a request or a response.
  ///   - stall: The longest time in which the client receives no part of its response.
  func enforce(_ limit: Duration, stall: Duration) {
    let isLate = shared.withLock { shared in
      switch shared.phase {
      case .waiting: shared.stream?.isLate(limit, stall: stall) ?? false
      case .receiving: shared.since.elapsed > limit
      case .responding: shared.since.elapsed > limit || shared.progress.elapsed > stall
      }
    }
    if isLate { end() }
  }

  /// Whether the client is receiving a response, or waiting for one.
  var isBusy: Bool {
    shared.withLock { shared in
      switch shared.phase {
      case .receiving: false
      case .responding: shared.progress.elapsed < Self.stopStall
      case .waiting: !(shared.stream?.isLate(.seconds(60), stall: Self.stopStall) ?? false)
      }
    }
  }

  /// The time after which a stopping server no longer waits for a client that has received no further
  /// part of its response.
  private static let stopStall = Duration.milliseconds(250)

  /// Shuts down both directions of the socket, so that the thread of the connection closes it.
  ///
  /// Must be called while the connection is open, because the kernel reuses the numbers of closed sockets.
  func end() {
    shutdown(socket, Int32(SHUT_RDWR))
  }

  /// Sends a response instead of an error response of libmicrohttpd, and ends the connection.
  func replaceError(with bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      // Responses are sent one after another: the send buffer of the socket is empty. If sending fails
      // nevertheless, the client only sees the end of the connection.
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
      _ = send(socket, bytes.baseAddress, bytes.count, flags)
    }
    end()
  }

  /// Ends the exchange with a client that has closed its sending direction.
  ///
  /// A stream is ended. A request that waits for its handler gets the response `abandoned`. A connection
  /// without a request is closed.
  ///
  /// libmicrohttpd does not notice the closed direction itself: it does not read a suspended connection,
  /// and gets no event for a FIN that was received together with the last request.
  ///
  /// - Parameter abandoned: The response to a request that waits for its handler.
  func endSending(_ abandoned: ServerResponse) {
    let (phase, stream, isLeft) = shared.withLock { shared in
      // Waits one second for the response: a client that closes only its sending direction can still
      // receive it.
      (shared.phase, shared.stream, shared.suspended != nil && shared.since.elapsed >= .seconds(1))
    }
    stream?.finish()
    if isLeft { respondLater(abandoned) }
    // Wakes the thread of the connection, which then reads the pending requests and the end of the
    // input.
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

/// A time of the monotonic clock with a resolution of some milliseconds; reading it takes a fraction of the
/// time of reading the exact clock.
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

extension ServerConnection {
  /// A body that was inflated, with the memory that it has reserved; or the reason why it cannot be used.
  typealias Inflated = Result<[UInt8], CompressedBody.Failure>

  /// Inflates the body on another thread, because the calling thread also serves other clients; the
  /// connection is suspended meanwhile.
  func inflate(on connection: OpaquePointer, _ core: ServerCore) {
    let body = CompressedBody(bytes: exchange.body)
    exchange.body = []
    let number = suspend(connection)
    core.inflating.async {
      guard !self.isAbandoned(number) else { return }
      var reserved = 0
      let result = Inflated { () throws(CompressedBody.Failure) in
        try body.inflated(within: core.limits) { count in
          guard core.reserveMemory(count) else { return false }
          reserved += count
          return true
        }
      }
      if case .failure = result { core.releaseMemory(reserved) }
      if !self.resume(with: result, for: number) {
        if case .success = result { core.releaseMemory(reserved) }
      }
    }
    // If `beginStop` ran before the connection was suspended, it has not resumed the connection.
    if core.isStopping { endWaiting() }
  }

  /// Resumes the connection with the inflated body; returns `false` if the request no longer waits for
  /// it.
  private func resume(with result: Inflated, for request: Int) -> Bool {
    shared.withLock { shared in
      guard let suspended = shared.suspended, request == shared.requestNumber else { return false }
      shared.suspended = nil
      shared.inflated = result
      cmhd_resume(suspended.handle)
      return true
    }
  }

  /// Replaces the body of the exchange with the inflated one.
  ///
  /// - Returns: The error response if the body could not be inflated; `nil` otherwise, and for a body
  ///   that was not compressed.
  func takeInflated(_ core: ServerCore) -> ServerResponse? {
    let inflated = shared.withLock { shared in
      defer { shared.inflated = nil }
      return shared.inflated
    }
    switch inflated {
    case nil: return nil
    case .failure(let failure)?: return core.faults.fault(of: failure)
    case .success(let body)?:
      (exchange.body, exchange.encoding) = (body, .identity)
      exchange.reservedSize += body.count
      return nil
    }
  }
}
