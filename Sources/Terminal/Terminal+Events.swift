import CNcurses
import Frame
import Glibc

extension Terminal {
  private static let clock = ContinuousClock()
  /// The most bytes that are read at once, so that a flood of input cannot starve the screen.
  private static let mostInput = 1 << 20

  private struct Readiness {
    var keys = false
    var signals = false
    var woken = false
  }

  /// Waits for events, and returns all that there are, in order.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most; `nil` waits without a limit.
  ///   - takesInput: Whether keys are read; `false` leaves them in the terminal, for a program that
  ///     has not handled the earlier ones yet and still has to see signals.
  /// - Returns: The events; none when the time is over.
  public func next(timeout: Duration? = nil, takesInput: Bool = true) -> [TerminalEvent] {
    let deadline = timeout.map { Self.clock.now + $0 }
    while true {
      // Bytes that were not read may complete a sequence, which must not end before them.
      let inputDeadline = takesInput ? self.inputDeadline : nil
      let end = [deadline, inputDeadline].compactMap { $0 }.min()
      let ready = wait(until: end, takesInput: takesInput)
      var events: [TerminalEvent] = []
      if ready.signals { events += takeSignals() }
      if ready.woken {
        waker.bell.silence()
        events.append(.woken)
      }
      if ready.keys { events += takeKeys() }
      if takesInput, let end = self.inputDeadline, Self.clock.now >= end { events += flushKeys() }
      if !events.isEmpty { return events }
      if let deadline, Self.clock.now >= deadline { return [] }
    }
  }

  private func wait(until deadline: ContinuousClock.Instant?, takesInput: Bool) -> Readiness {
    let input = isHungUp || !takesInput ? -1 : device.input
    let descriptors = [input, signalBell.descriptor, waker.bell.descriptor]
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let milliseconds = deadline.map { Self.milliseconds(until: $0) } ?? -1
    // It fails only when a signal interrupts it, whose bell is readable in the next call.
    guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return Readiness() }
    return Readiness(
      keys: polled[0].revents != 0,
      signals: polled[1].revents != 0,
      woken: polled[2].revents != 0
    )
  }

  /// The time left in milliseconds, rounded up so that the wait never ends early.
  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = max(deadline - clock.now, .zero).components
    let milliseconds = left.attoseconds / 1_000_000_000_000_000 + 1
    return left.seconds > 1_000_000 ? 1_000_000_000 : Int32(left.seconds * 1000 + milliseconds)
  }

  private func takeKeys() -> [TerminalEvent] {
    var inputs: [Input] = []
    var taken = 0
    repeat {
      guard let bytes = device.read() else {
        isHungUp = true
        return inputs.map { .input($0) } + [.terminated(SIGHUP)]
      }
      taken += bytes.count
      inputs += decoder.decode(bytes)
    } while taken < Self.mostInput && hasMoreKeys
    inputDeadline = decoder.patience.map { Self.clock.now + $0 }
    return inputs.map { .input($0) }
  }

  private var hasMoreKeys: Bool {
    var polled = pollfd(fd: device.input, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0
  }

  private func flushKeys() -> [TerminalEvent] {
    inputDeadline = nil
    return decoder.flush().map { .input($0) }
  }

  private func takeSignals() -> [TerminalEvent] {
    signalBell.silence()
    var events: [TerminalEvent] = []
    while case let pending = PendingSignals.take(), !pending.isEmpty {
      // Before all others: a program that is about to end must not take the terminal again.
      if let signal = pending.ending { return events + [.terminated(signal)] }
      if pending.contains(SIGTSTP) {
        giveBack()
        cn_stop()
        continue
      }
      if pending.contains(SIGCONT) {
        retake()
        events.append(.resumed)
      }
      if updateSize() { events.append(.resized(size)) }
    }
    return events
  }
}
