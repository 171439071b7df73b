internal import CCurl
import Glibc
import Locking

/// Owns the event loop thread of a client and the queue of commands for this thread.
final class TransferLoop: Sendable {
  enum Command: Sendable {
    case start(Transfer)
    case cancel(Transfer)
    case resume(Transfer)
  }

  /// Wakes the event loop from any other thread.
  ///
  /// Unchecked: `curl_multi_wakeup` is the only function of libcurl that may be called with the
  /// multi handle of another thread.
  private struct Waker: @unchecked Sendable {
    let multi: UnsafeMutableRawPointer

    func wake() {
      ccurl_multi_wakeup(multi)
    }
  }

  private struct State {
    var commands: [Command] = []
    /// Wakes the event loop; `nil` while the event loop is not running.
    var waker: Waker?
    var isStarted = false
    var isStopping = false
  }

  let configuration: HTTPClient.Configuration
  private let state = Locked(State())

  init(configuration: HTTPClient.Configuration) {
    self.configuration = configuration
  }

  /// Enqueues a command for the event loop; the first `start` command starts the thread.
  func submit(_ command: Command) {
    let failure: HTTPError? = state.withLock { state in
      guard !state.isStopping else { return .cancelled }
      if !state.isStarted, case .start = command {
        state.isStarted = BackgroundThread.start { self.run() }
      }
      guard state.isStarted else { return .unavailable("no thread can be started") }
      state.commands.append(command)
      // The event loop dequeues all commands at once: only the first command in the queue has to
      // wake it.
      if state.commands.count == 1 {
        state.waker?.wake()
      }
      return nil
    }
    if let failure, case .start(let transfer) = command {
      transfer.finish(.failure(failure))
    }
  }

  /// Starts the thread without waiting for the first command.
  func start() {
    state.withLock { state in
      guard !state.isStarted, !state.isStopping else { return }
      state.isStarted = BackgroundThread.start { self.run() }
    }
  }

  /// Ends the thread, which cancels all transfers and closes all connections; does not wait for it.
  func stop() {
    state.withLock { state in
      state.isStopping = true
      state.waker?.wake()
    }
  }

  /// Dequeues all commands; returns `nil` when the event loop has to end.
  func dequeueCommands() -> [Command]? {
    state.withLock { state in
      guard !state.isStopping else { return nil }
      defer { state.commands.removeAll() }
      return state.commands
    }
  }

  private func run() {
    if ccurl_is_ready() != 0, let multi = ccurl_multi_init() {
      state.withLock { $0.waker = Waker(multi: multi) }
      TransferThread(engine: self, multi: multi).run()
      let left = state.withLock { state in
        state.waker = nil
        defer { state.commands.removeAll() }
        return state.commands
      }
      finish(left, with: .cancelled)
      ccurl_multi_cleanup(multi)
    } else {
      // If libcurl cannot be loaded, every request fails at once, because there is no event loop to wait
      // for.
      let left = state.withLock { state in
        state.isStopping = true
        return state.commands
      }
      finish(left, with: .noLibrary)
    }
  }

  private func finish(_ commands: [Command], with error: HTTPError) {
    for case .start(let transfer) in commands {
      transfer.finish(.failure(error))
    }
  }
}

/// Selects the libcurl library that sends the requests.
package enum Libcurl {
  /// Sets the path of the libcurl library for the whole process; by default, `libcurl.so.4` of the system
  /// is loaded.
  ///
  /// Tests use it to load a library that lacks some options. It must be called before the first request.
  package static func load(from path: String) {
    // The C code reads the path at the first request, so the copy is never freed.
    ccurl_load_from(strdup(path))
  }
}
