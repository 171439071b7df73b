import CMicrohttpd
import Glibc
import Locking

/// The body of a response that a program sends piece by piece, such as server-sent events.
///
/// All methods are safe to call from any thread. A stream ends when it is finished, when its client
/// disconnects or does not read, and when the server stops. A stream can be the body of one response only.
public final class ResponseStream: Sendable {
  /// A connection of libmicrohttpd.
  ///
  /// Unchecked: libmicrohttpd allows to suspend and resume a connection from any thread. The stream drops
  /// its reference before the connection is closed.
  private struct Connection: @unchecked Sendable {
    let handle: OpaquePointer
    let socket: Int32
  }

  private struct State {
    var pending: [UInt8] = []
    /// The number of pending bytes that were sent; an event of many streams stays shared while it is sent.
    var sentCount = 0
    /// The number of bytes that were added behind unsent bytes since the response has begun.
    var queuedCount = 0
    var backlog = ServerLimits().streamBacklog
    /// The connection of the response; `nil` before the response is sent and after its end.
    var connection: Connection?
    /// Whether a response sends the stream already; no other response can send it too.
    var isOpened = false
    /// Whether the connection is suspended until there are bytes to send.
    var isSuspended = false
    var isFinished = false
    var onEnd: (@Sendable () -> Void)?

    /// Makes the thread of the connection read the stream again.
    mutating func resume() {
      guard isSuspended, let connection else { return }
      isSuspended = false
      cmhd_resume(connection.handle)
    }
  }

  private let state: Locked<State>

  /// Creates an open stream.
  ///
  /// - Parameters:
  ///   - first: The bytes that are sent first.
  ///   - onEnd: Called once when the stream has ended, on any thread.
  public init(first: [UInt8] = [], onEnd: @escaping @Sendable () -> Void = {}) {
    var state = State()
    state.pending = first
    state.onEnd = onEnd
    self.state = Locked(state)
  }

  deinit {
    // A response that was never sent, such as the response to `HEAD`, does not end the stream itself.
    end()
  }

  /// Sends bytes to the client.
  ///
  /// A client that has not read the earlier bytes is disconnected if the bytes behind them exceed
  /// ``ServerLimits/streamBacklog``. A single event, and the bytes before the response begins, can be larger.
  public func send(_ bytes: [UInt8]) {
    state.withLock { state in
      guard !state.isFinished else { return }
      let unsentCount = state.pending.count - state.sentCount
      if unsentCount == 0 {
        (state.pending, state.sentCount, state.queuedCount) = (bytes, 0, 0)
      } else if state.isOpened,
        min(state.queuedCount, unsentCount) + bytes.count > state.backlog
      {
        state.isFinished = true
        (state.pending, state.sentCount) = ([], 0)
        // Disconnect: the thread of the connection would otherwise wait for the client until the timeout.
        if let connection = state.connection { shutdown(connection.socket, Int32(SHUT_RDWR)) }
      } else {
        state.pending += bytes
        if state.isOpened { state.queuedCount += bytes.count }
      }
      state.resume()
    }
  }

  /// Ends the stream after the bytes that were sent before.
  public func finish() {
    state.withLock { state in
      state.isFinished = true
      state.resume()
    }
  }

  /// Connects the stream to the connection that sends it.
  ///
  /// - Returns: `false` if the stream is the body of another response.
  func open(on connection: OpaquePointer, backlog: Int) -> Bool {
    state.withLock { state in
      guard !state.isOpened else { return false }
      state.isOpened = true
      state.connection = Connection(handle: connection, socket: cmhd_socket(connection))
      state.backlog = backlog
      return true
    }
  }

  /// Separates the stream from its connection, and calls `onEnd` once.
  func end() {
    let onEnd = state.withLock { state in
      state.connection = nil
      state.isSuspended = false
      state.isFinished = true
      defer { state.onEnd = nil }
      return state.onEnd
    }
    onEnd?()
  }

  /// Copies the next bytes; without bytes, suspends the connection.
  ///
  /// Called by libmicrohttpd on the thread of the connection.
  ///
  /// - Returns: The number of bytes, 0 if the connection was suspended, or the end marker of libmicrohttpd.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { state in
      let unsent = state.pending[state.sentCount...]
      guard !unsent.isEmpty else {
        guard !state.isFinished, let connection = state.connection else {
          return Int(cmhd_end_of_stream)
        }
        state.isSuspended = true
        cmhd_suspend(connection.handle)
        return 0
      }
      buffer.copyBytes(from: unsent.prefix(buffer.count))
      let count = min(buffer.count, unsent.count)
      state.sentCount += count
      if count == unsent.count { (state.pending, state.sentCount) = ([], 0) }
      return count
    }
  }
}
