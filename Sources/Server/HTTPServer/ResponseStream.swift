import CMicrohttpd
import Glibc
import Locking

/// The body of a response that a program sends piece by piece, such as server-sent events.
///
/// All methods are safe to call from any thread. A stream ends when it is finished, when its client
/// disconnects or does not read, and when the server stops. A stream can be the body of one response only.
/// Streams to which the same array is sent share its memory.
public final class ResponseStream: Sendable {
  private let state: Locked<State>

  /// Creates an open stream.
  ///
  /// - Parameters:
  ///   - first: The bytes that are sent first.
  ///   - onEnd: Called once when the stream has ended, on any thread.
  public init(first: [UInt8] = [], onEnd: @escaping @Sendable () -> Void = {}) {
    var state = State(onEnd: onEnd)
    _ = state.append(first)
    self.state = Locked(state)
  }

  deinit {
    // A response that was never sent, such as the response to `HEAD`, does not end the stream itself.
    end()
  }

  /// Sends bytes to the client.
  ///
  /// A client that has not read the earlier bytes is disconnected if the bytes queued after them exceed
  /// ``ServerLimits/streamBacklog``, or if the unread bytes of all clients exceed
  /// ``ServerLimits/totalUnsentSize``. The limit of the backlog does not apply to a single event, nor to
  /// the bytes that are sent before the response begins.
  public func send(_ bytes: [UInt8]) {
    state.withLock { state in
      guard !state.isFinished else { return }
      if state.hasRoom(for: bytes.count), state.append(bytes) {
        state.resume()
      } else {
        state.disconnect()
      }
    }
  }

  /// Sends bytes that only keep the connection open; does nothing while the client has unread bytes.
  public func sendHeartbeat(_ bytes: [UInt8]) {
    state.withLock { state in
      guard !state.isFinished, state.unsentCount == 0 else { return }
      if state.append(bytes) { state.resume() }
    }
  }

  /// Ends the stream once the client has received the bytes that were sent before.
  public func finish() {
    state.withLock { state in
      state.isFinished = true
      state.resume()
    }
  }

  /// The result of ``open(on:backlog:memory:)``.
  enum OpenResult: Hashable {
    case opened
    /// The stream is the body of another response.
    case used
    /// There is no memory for the bytes that were sent so far.
    case congested
  }

  /// Connects the stream to the connection that sends it.
  ///
  /// - Parameters:
  ///   - connection: The connection of libmicrohttpd.
  ///   - backlog: The largest number of bytes that are queued after unsent ones.
  ///   - memory: Limits the memory of the unsent bytes of all clients.
  /// - Returns: Whether the connection may send the stream.
  func open(on connection: OpaquePointer, backlog: Int, memory: UnsentMemory) -> OpenResult {
    state.withLock { state in
      guard !state.isOpened else { return .used }
      state.isOpened = true
      state.backlog = backlog
      return state.connect(connection, memory) ? .opened : .congested
    }
  }

  /// Separates the stream from its connection, and calls `onEnd` once.
  func end() {
    let onEnd = state.withLock { state in
      state.removeAll()
      state.connection = nil
      state.isSuspended = false
      state.isFinished = true
      defer { state.onEnd = nil }
      return state.onEnd
    }
    onEnd?()
  }

  /// Whether the client is too slow: it has not received the current piece within `limit`, or no part of
  /// it within `stall`.
  ///
  /// - Parameters:
  ///   - limit: The longest time for one piece.
  ///   - stall: The longest time without progress.
  /// - Returns: Whether the client should be disconnected.
  func isLate(_ limit: Duration, stall: Duration) -> Bool {
    state.withLock { state in
      state.unsentCount > 0 && (state.since.elapsed > limit || state.progress.elapsed > stall)
    }
  }

  /// Copies the next bytes into a buffer; suspends the connection if there are none.
  ///
  /// Called by libmicrohttpd on the thread of the connection.
  ///
  /// - Returns: The number of bytes, 0 if the connection was suspended, or the end marker of libmicrohttpd.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { state in
      guard state.unsentCount > 0 else {
        guard !state.isFinished, let connection = state.connection else {
          return Int(cmhd_end_of_stream)
        }
        state.isSuspended = true
        cmhd_suspend(connection.handle)
        return 0
      }
      return state.removeFirst(into: buffer)
    }
  }
}

extension ResponseStream {
  /// A connection of libmicrohttpd with the limit of unsent bytes.
  ///
  /// Unchecked `Sendable`: libmicrohttpd allows suspending and resuming a connection from any thread.
  /// The stream drops its reference before the connection is closed.
  fileprivate struct Connection: @unchecked Sendable {
    let handle: OpaquePointer
    let socket: Int32
    let memory: UnsentMemory
  }

  fileprivate struct State {
    /// The pieces that were not sent completely; other streams can share their memory.
    private var pieces: [[UInt8]] = []
    /// The number of bytes of the first piece that were sent.
    private var sentCount = 0
    /// The number of bytes that were not sent.
    private(set) var unsentCount = 0
    /// The number of bytes that were added since the response began, while earlier bytes were unsent.
    private var queuedCount = 0
    /// The time at which sending the first piece began.
    private(set) var since = CoarseTime.now
    /// The last time at which the client received a part of a piece.
    private(set) var progress = CoarseTime.now
    var backlog = ServerLimits().streamBacklog
    /// The connection of the response; `nil` before the response is sent and after its end.
    var connection: Connection?
    /// Whether the stream is the body of a response; it cannot be the body of a second one.
    var isOpened = false
    /// Whether the connection is suspended until there are bytes to send.
    var isSuspended = false
    var isFinished = false
    var onEnd: (@Sendable () -> Void)?

    init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

    /// Whether the given number of bytes can be queued after the unsent ones within the backlog.
    func hasRoom(for count: Int) -> Bool {
      unsentCount == 0 || !isOpened || min(queuedCount, unsentCount) + count <= backlog
    }

    /// Appends a piece; returns `false` if there is no memory for it.
    mutating func append(_ bytes: [UInt8]) -> Bool {
      guard !bytes.isEmpty else { return true }
      if let connection {
        let overhead = UnsentMemory.eventOverhead
        guard connection.memory.add(bytes, overhead: overhead) else { return false }
      }
      if unsentCount == 0 {
        (queuedCount, since, progress) = (0, .now, .now)
      } else if isOpened {
        queuedCount += bytes.count
      }
      pieces.append(bytes)
      unsentCount += bytes.count
      return true
    }

    /// Copies the next bytes of the first piece, and removes the piece at its end.
    mutating func removeFirst(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let piece = pieces[0]
      let unsent = piece[sentCount...].prefix(buffer.count)
      buffer.copyBytes(from: unsent)
      sentCount += unsent.count
      unsentCount -= unsent.count
      progress = .now
      if sentCount == piece.count {
        connection?.memory.remove(piece, overhead: UnsentMemory.eventOverhead)
        pieces.removeFirst()
        (sentCount, since) = (0, .now)
      }
      return unsent.count
    }

    mutating func removeAll() {
      for piece in pieces { connection?.memory.remove(piece, overhead: UnsentMemory.eventOverhead) }
      (pieces, sentCount, unsentCount) = ([], 0, 0)
    }

    /// Connects the stream; returns `false` if there is no memory for the pieces.
    mutating func connect(_ handle: OpaquePointer, _ memory: UnsentMemory) -> Bool {
      let overhead = UnsentMemory.eventOverhead
      for (index, piece) in pieces.enumerated() {
        guard !memory.add(piece, overhead: overhead) else { continue }
        for added in pieces[..<index] { memory.remove(added, overhead: overhead) }
        return false
      }
      (since, progress) = (.now, .now)
      connection = Connection(handle: handle, socket: cmhd_socket(handle), memory: memory)
      return true
    }

    /// Ends the stream of a client that does not read.
    mutating func disconnect() {
      isFinished = true
      removeAll()
      // The thread of the connection would otherwise wait for the client until the timeout.
      if let connection { shutdown(connection.socket, Int32(SHUT_RDWR)) }
      resume()
    }

    /// Makes the thread of the connection read the stream again.
    mutating func resume() {
      guard isSuspended, let connection else { return }
      isSuspended = false
      cmhd_resume(connection.handle)
    }
  }
}

/// Tracks the bytes of responses and event streams that clients have not received yet, and limits their
/// memory.
final class UnsentMemory: Sendable {
  private let bodies = Locked(UnsentBodies())
  /// The largest memory of all bodies and events, in bytes.
  private let limit: Int

  /// The memory that a stream needs for each of its events, in bytes, besides the bytes of the event,
  /// which streams share.
  static let eventOverhead = 64

  init(limit: Int) { self.limit = limit }

  /// Whether more than half of the memory is in use.
  var isCongested: Bool { bodies.withLock { $0.size * 2 > limit } }

  /// Adds bytes that a client has to receive, unless their memory would exceed the limit.
  ///
  /// - Parameters:
  ///   - bytes: The bytes; an array that several clients receive counts once.
  ///   - overhead: The memory that this client needs besides the bytes.
  /// - Returns: Whether the bytes were added.
  func add(_ bytes: [UInt8], overhead: Int) -> Bool {
    bodies.withLock {
      $0.add(Self.address(of: bytes), bytes.count, overhead: overhead, limit: limit)
    }
  }

  /// Removes bytes that a client has received, or will never receive.
  func remove(_ bytes: [UInt8], overhead: Int) {
    bodies.withLock { $0.remove(Self.address(of: bytes), overhead: overhead) }
  }

  /// The address of the bytes, which identifies them while an owner retains the array.
  private static func address(of bytes: [UInt8]) -> UInt {
    bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }
}

/// The memory of bytes that clients have not received yet.
///
/// Responses and streams with the same bytes, such as those of a cached document, share their memory.
struct UnsentBodies: Sendable {
  private struct Body {
    let size: Int
    var uses = 0
  }

  private var bodies: [UInt: Body] = [:]
  /// The memory of all bodies, and the overhead of each use, in bytes.
  private(set) var size = 0

  /// Adds a use of a body, unless the memory would exceed the limit.
  ///
  /// - Parameters:
  ///   - address: The address of the body's bytes, which identifies the body.
  ///   - count: The size of the body in bytes.
  ///   - overhead: The memory of the use in bytes.
  ///   - limit: The largest memory of all bodies. A single body may be larger, and small ones are always
  ///     added, so that clients which do not read a large body do not keep others from getting small events.
  /// - Returns: Whether the use was added.
  mutating func add(_ address: UInt, _ count: Int, overhead: Int, limit: Int) -> Bool {
    let known = bodies[address]
    let added = overhead + (known == nil ? count : 0)
    guard size + added <= limit || bodies.isEmpty || count <= ResponseHandle.blockSize else {
      return false
    }
    var body = known ?? Body(size: count)
    body.uses += 1
    bodies[address] = body
    size += added
    return true
  }

  /// Removes a use of a body; the last one frees the memory of the body.
  mutating func remove(_ address: UInt, overhead: Int) {
    guard var body = bodies[address] else { return }
    body.uses -= 1
    size -= overhead + (body.uses == 0 ? body.size : 0)
    bodies[address] = body.uses == 0 ? nil : body
  }
}
