import Glibc

/// A thread that runs one closure; releasing the last reference joins the thread.
///
/// The thread blocks all signals except those of its own faults, so that the kernel delivers the
/// others to other threads. A write to a closed pipe or socket fails with EPIPE. Signal handlers
/// run on an alternate stack, so that they also work after a stack overflow of the thread.
package final class OwnedThread: Sendable {
  private let thread: pthread_t

  /// The fault signals, which must stay unblocked: a blocked fault ends the process without running
  /// the signal handlers that clean up.
  private static let faults = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP]

  /// Starts a thread that runs the closure; `nil` if the system allows no more threads.
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
        for fault in OwnedThread.faults { sigdelset(&signals, fault) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let stack = SignalStack()
        body.run()
        stack.remove()
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
    // The last reference may be released on the thread itself, which cannot join itself.
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

/// An alternate stack for the signal handlers of a thread (`sigaltstack`).
private struct SignalStack {
  private let memory: UnsafeMutableRawPointer
  private let previous: stack_t

  private static let size = 64 << 10

  /// Installs the alternate signal stack for the calling thread.
  init() {
    memory = .allocate(byteCount: Self.size, alignment: 16)
    var stack = stack_t(ss_sp: memory, ss_flags: 0, ss_size: Self.size)
    var previous = stack_t()
    sigaltstack(&stack, &previous)
    self.previous = previous
  }

  /// Restores the previous stack; must be called on the thread that created this value.
  func remove() {
    var previous = previous
    sigaltstack(&previous, nil)
    memory.deallocate()
  }
}
