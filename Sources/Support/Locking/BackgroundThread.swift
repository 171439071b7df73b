import Glibc

/// Starts detached threads that each run one closure.
///
/// No code can join a detached thread. The deinit of an owner therefore never waits for a thread that
/// may need a lock of the caller (deadlock). An owner ends its thread with a ``StopSignal`` or a flag.
///
/// The thread blocks all signals except the signals of its own faults, so that the kernel delivers all other
/// signals to other threads. A write to a closed pipe or socket fails with EPIPE. Signal handlers run on an
/// alternate stack, so that they also work after a stack overflow of the thread.
package enum BackgroundThread {
  /// The fault signals, which must stay unblocked: a blocked fault ends the process without running
  /// the signal handlers that clean up.
  private static let faults = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP]

  /// Starts a thread that runs the closure.
  ///
  /// - Returns: Whether the thread was started; `false` if the system allows no more threads.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    let context = Unmanaged.passRetained(Body(run: body))
    let result = pthread_create(
      &thread,
      &attributes,
      { context in
        guard let context else { return nil }
        BackgroundThread.run(Unmanaged<Body>.fromOpaque(context).takeRetainedValue())
        return nil
      },
      context.toOpaque()
    )
    if result != 0 { context.release() }
    return result == 0
  }

  private static func run(_ body: Body) {
    var signals = sigset_t()
    sigfillset(&signals)
    for fault in faults { sigdelset(&signals, fault) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let stack = SignalStack()
    body.run()
    stack.remove()
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

/// A one-time signal that wakes and stops a thread which is blocked in `poll()`.
package final class StopSignal: Sendable {
  private let reader: Int32
  private let writer: Int32

  /// Creates an unsent signal; `nil` if the system allows no more descriptors.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// Sends the signal; a sent signal cannot be revoked.
  package func send() {
    var byte: UInt8 = 0
    write(writer, &byte, 1)
  }

  /// Blocks until a descriptor is readable or the signal is sent.
  ///
  /// - Parameters:
  ///   - handle: The file descriptor; a negative one is ignored.
  ///   - timeout: The timeout in milliseconds; a negative number means no timeout.
  /// - Returns: `true` if the descriptor is readable, `false` after the timeout or an interrupted
  ///   wait, `nil` if the signal was sent.
  package func wait(for handle: Int32, timeout: Int32 = -1) -> Bool? {
    var handles = [
      pollfd(fd: handle, events: Int16(POLLIN), revents: 0),
      pollfd(fd: reader, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&handles, 2, timeout)
    if count < 0 { return errno == EINTR ? false : nil }
    return handles[1].revents == 0 ? handles[0].revents != 0 : nil
  }
}
