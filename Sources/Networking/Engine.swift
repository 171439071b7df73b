internal import CCurl
import Locking

/// The door to the client's thread: what is to be done is put here and the thread woken.
final class Engine: Sendable {
  enum Command: Sendable {
    case start(Transfer)
    case cancel(Transfer)
    case resume(Transfer)
  }

  /// A multi handle that other threads use for nothing but waking the one that owns it.
  private struct Alarm: @unchecked Sendable {
    let multi: UnsafeMutableRawPointer

    func ring() {
      ccurl_multi_wakeup(multi)
    }
  }

  private struct State {
    var commands: [Command] = []
    var alarm: Alarm?
    var thread: OwnedThread?
    var isStopping = false
  }

  let configuration: HTTPClient.Configuration
  private let state = Locked(State())

  init(configuration: HTTPClient.Configuration) {
    self.configuration = configuration
  }

  /// Hands a command to the thread, starting it when it is the first one.
  func submit(_ command: Command) {
    let failure: HTTPError? = state.withLock { state in
      guard !state.isStopping else { return .cancelled }
      if state.thread == nil, case .start = command {
        state.thread = OwnedThread { self.run() }
      }
      guard state.thread != nil else { return .unavailable("no thread can be started") }
      state.commands.append(command)
      if state.commands.count == 1 {
        state.alarm?.ring()
      }
      return nil
    }
    if let failure, case .start(let transfer) = command {
      transfer.finish(.failure(failure))
    }
  }

  /// Starts the thread ahead of the first command.
  func start() {
    state.withLock { state in
      guard state.thread == nil, !state.isStopping else { return }
      state.thread = OwnedThread { self.run() }
    }
  }

  /// Gives up what is under way, and waits until the thread has closed everything.
  func stop() {
    let thread = state.withLock { state in
      state.isStopping = true
      state.alarm?.ring()
      let thread = state.thread
      state.thread = nil
      return thread
    }
    withExtendedLifetime(thread) {}
  }

  /// Takes what is to be done; `nil` when the thread is to end.
  func takeCommands() -> [Command]? {
    state.withLock { state in
      guard !state.isStopping else { return nil }
      defer { state.commands.removeAll() }
      return state.commands
    }
  }

  private func run() {
    if ccurl_is_ready() != 0, let multi = ccurl_multi_init() {
      state.withLock { $0.alarm = Alarm(multi: multi) }
      EngineLoop(engine: self, multi: multi).run()
      let left = state.withLock { state in
        state.alarm = nil
        defer { state.commands.removeAll() }
        return state.commands
      }
      finish(left, with: .cancelled)
      ccurl_multi_cleanup(multi)
    } else {
      // Without libcurl every request fails, but none hangs.
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
