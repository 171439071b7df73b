import Glibc

/// A thread that runs one closure; whoever lets go of it last waits for its end.
///
/// All signals are left to the other threads of the program.
package final class OwnedThread: Sendable {
  private let thread: pthread_t

  /// Starts to run a closure; `nil` when the system allows no more threads.
  package init?(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Body(run: body))
    let result = pthread_create(
      &thread,
      nil,
      { context in
        guard let context else { return nil }
        let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        body.run()
        return nil
      },
      context.toOpaque()
    )
    guard result == 0 else {
      context.release()
      return nil
    }
    self.thread = thread
  }

  deinit {
    // What lets go of it last may run on the thread itself, which cannot wait for its own end.
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }
}
