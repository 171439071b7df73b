internal import Locking

/// Watches the network interfaces on a thread that blocks on a netlink socket.
///
/// ```swift
/// let monitor = InterfaceMonitor { snapshot in
///   print(snapshot.current?.name ?? "no default route")
/// }
/// try await Task.sleep(for: .seconds(60))
/// withExtendedLifetime(monitor) {}
/// ```
public final class InterfaceMonitor: Sendable {
  private let stop: StopSignal

  /// Starts to watch the network namespace of the calling thread; `nil` if the kernel denies
  /// access.
  ///
  /// `onChange` is called on the monitor's thread: once at the start, and after each change of the
  /// interfaces or the default route. Releasing the monitor ends the thread, without waiting for a
  /// call of `onChange` that is running.
  public init?(onChange: @escaping @Sendable (InterfaceSnapshot) -> Void) {
    guard let events = NetlinkSocket(groups: NetlinkSocket.changes), let tables = NetlinkSocket(),
      let stop = StopSignal()
    else { return nil }
    let watch = Watch(events: events, tables: tables, stop: stop, onChange: onChange)
    guard BackgroundThread.start({ watch.run() }) else { return nil }
    self.stop = stop
  }

  deinit {
    stop.send()
  }
}

extension InterfaceMonitor {
  /// Runs on the thread of the monitor: reads the interfaces after each netlink event.
  private struct Watch: Sendable {
    let events: NetlinkSocket
    let tables: NetlinkSocket
    let stop: StopSignal
    let onChange: @Sendable (InterfaceSnapshot) -> Void

    func run() {
      var last: InterfaceSnapshot?
      repeat {
        events.drain()
        // If the kernel does not respond, the last snapshot remains valid.
        let current = InterfaceSnapshot(socket: tables) ?? last ?? .none
        if current != last {
          last = current
          onChange(current)
        }
      } while stop.wait(for: events.handle) != nil
    }
  }
}
