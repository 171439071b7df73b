internal import Glibc

/// Tells of changes of the network interfaces, on a thread that sleeps until the kernel speaks.
public final class InterfaceMonitor: Sendable {
  private let core: Core
  private let thread: pthread_t

  /// Begins to watch the network of the calling thread; `nil` when the kernel does not allow it.
  ///
  /// `onChange` is called on the monitor's thread: once at the start, and then whenever the
  /// interfaces, or the one in use, are not what they were.
  public init?(onChange: @escaping @Sendable (InterfaceSnapshot) -> Void) {
    guard let events = NetlinkSocket(groups: NetlinkSocket.changes), let tables = NetlinkSocket(),
      let core = Core(events: events, tables: tables, onChange: onChange),
      let thread = core.start()
    else { return nil }
    self.core = core
    self.thread = thread
  }

  deinit {
    core.stop()
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }
}

extension InterfaceMonitor {
  /// What the monitor and its thread share.
  fileprivate final class Core: Sendable {
    private let events: NetlinkSocket
    private let tables: NetlinkSocket
    private let onChange: @Sendable (InterfaceSnapshot) -> Void
    private let stopReader: Int32
    private let stopWriter: Int32

    init?(
      events: NetlinkSocket,
      tables: NetlinkSocket,
      onChange: @escaping @Sendable (InterfaceSnapshot) -> Void
    ) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
      (stopReader, stopWriter) = (ends[0], ends[1])
      self.events = events
      self.tables = tables
      self.onChange = onChange
    }

    deinit {
      close(stopReader)
      close(stopWriter)
    }

    func start() -> pthread_t? {
      var thread = pthread_t()
      let context = Unmanaged.passRetained(self)
      let result = pthread_create(
        &thread,
        nil,
        { context in
          guard let context else { return nil }
          Unmanaged<Core>.fromOpaque(context).takeRetainedValue().watch()
          return nil
        },
        context.toOpaque()
      )
      guard result == 0 else {
        context.release()
        return nil
      }
      return thread
    }

    func stop() {
      var byte: UInt8 = 0
      write(stopWriter, &byte, 1)
    }

    private func watch() {
      var signals = sigset_t()
      sigfillset(&signals)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      var last: InterfaceSnapshot?
      repeat {
        events.drain()
        // A kernel that does not answer has not said that anything changed.
        let now = InterfaceSnapshot(socket: tables) ?? last ?? .none
        if now != last {
          last = now
          onChange(now)
        }
      } while waitForChange()
    }

    /// Sleeps until the kernel tells of a change; `false` when the monitor is to stop.
    private func waitForChange() -> Bool {
      var handles = [
        pollfd(fd: events.handle, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stopReader, events: Int16(POLLIN), revents: 0),
      ]
      while poll(&handles, 2, -1) < 0 {
        guard errno == EINTR else { return false }
      }
      return handles[1].revents == 0
    }
  }
}
