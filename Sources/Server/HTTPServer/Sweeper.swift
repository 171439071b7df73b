import Glibc
import Locking

/// A thread that ends the connections of slow and of disconnected clients, once a second.
final class Sweeper: Sendable {
  private let signal: StopSignal

  /// Starts the thread; `nil` if the system has no free thread or descriptor.
  init?(_ core: ServerCore) {
    guard let signal = StopSignal(),
      BackgroundThread.start({
        // Waits without a timer while there are no connections, so that an idle program is not woken.
        while signal.wait(for: core.opened.handle, timeout: core.connectionCount > 0 ? 1_000 : -1)
          != nil
        {
          core.opened.reset()
          core.endConnections()
        }
      })
    else { return nil }
    self.signal = signal
  }

  deinit {
    signal.send()
  }
}
