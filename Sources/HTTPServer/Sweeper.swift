import Glibc
import Locking

/// The thread that ends connections of slow and of disconnected clients once a second.
final class Sweeper: Sendable {
  private let signal: StopSignal

  /// Starts the thread; `nil` if the system allows no more threads or descriptors.
  init?(_ core: ServerCore) {
    guard let signal = StopSignal(),
      BackgroundThread.start({
        // Without connections there is nothing to end, but a timer would wake an idle program.
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
