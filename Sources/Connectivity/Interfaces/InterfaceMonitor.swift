internal import Locking

/// Tells of changes of the network interfaces, on a thread that sleeps until the kernel speaks.
public final class InterfaceMonitor: Sendable {
  private let stop: StopSignal
  private let thread: OwnedThread

  /// Begins to watch the network of the calling thread; `nil` when the kernel does not allow it.
  ///
  /// `onChange` is called on the monitor's thread: once at the start, and then whenever the
  /// interfaces, or the one in use, are not what they were.
  public init?(onChange: @escaping @Sendable (InterfaceSnapshot) -> Void) {
    guard let events = NetlinkSocket(groups: NetlinkSocket.changes), let tables = NetlinkSocket(),
      let stop = StopSignal()
    else { return nil }
    let watch = Watch(events: events, tables: tables, stop: stop, onChange: onChange)
    guard let thread = OwnedThread({ watch.run() }) else { return nil }
    self.stop = stop
    self.thread = thread
  }

  deinit {
    stop.give()
  }
}

extension InterfaceMonitor {
  /// What the thread of a monitor does.
  private struct Watch: Sendable {
    let events: NetlinkSocket
    let tables: NetlinkSocket
    let stop: StopSignal
    let onChange: @Sendable (InterfaceSnapshot) -> Void

    func run() {
      var last: InterfaceSnapshot?
      repeat {
        events.drain()
        // A kernel that does not answer has not said that anything changed.
        let now = InterfaceSnapshot(socket: tables) ?? last ?? .none
        if now != last {
          last = now
          onChange(now)
        }
      } while stop.wait(for: events.handle) != nil
    }
  }
}
