import CNcurses
import Frame
import Glibc

extension Terminal {
  static let clock = ContinuousClock()
  /// The maximum number of bytes that one call reads, so that a flood of input needs little memory and
  /// cannot delay drawing.
  static let maximumInput = 1 << 16

  private struct Readiness {
    var keys = false
    var signals = false
    var woken = false
  }

  /// Waits for events of the terminal.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait; `nil` waits without a limit.
  ///   - readsInput: Whether keys are read. With `false`, they stay in the terminal's buffer: for a
  ///     program that is still busy with earlier keys but must react to signals.
  /// - Returns: All available events in order; an empty array after the timeout.
  public func next(timeout: Duration? = nil, readsInput: Bool = true) -> [TerminalEvent] {
    let deadline = timeout.map { Self.clock.now + $0 }
    let readsInput = readsInput && !isLent
    while true {
      // Ignores the timeout of an incomplete escape sequence while no input is read: unread bytes
      // may complete the sequence.
      let inputDeadline = readsInput ? self.inputDeadline : nil
      let end = [deadline, inputDeadline].compactMap { $0 }.min()
      let ready = wait(until: end, readsInput: readsInput)
      var events: [TerminalEvent] = []
      if ready.signals { events += receiveSignals() }
      if ready.woken {
        waker.bell.silence()
        events.append(.woken)
      }
      if ready.keys { events += readKeys() }
      // After a signal has interrupted the wait, the rest of the sequence can be waiting.
      if readsInput, let end = self.inputDeadline, Self.clock.now >= end,
        isHungUp || !hasInput(until: nil)
      {
        events += flushKeys()
      }
      if !events.isEmpty { return events }
      if let deadline, Self.clock.now >= deadline { return [] }
    }
  }

  private func wait(until deadline: ContinuousClock.Instant?, readsInput: Bool) -> Readiness {
    let input = isHungUp || !readsInput ? -1 : device.input
    let descriptors = [input, signalBell.descriptor, waker.bell.descriptor]
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let milliseconds = deadline.map { Self.milliseconds(until: $0) } ?? -1
    // `poll` fails only if a signal interrupts it; the signal handler rings the bell, so that the
    // next call returns immediately.
    guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return Readiness() }
    return Readiness(
      keys: polled[0].revents != 0,
      signals: polled[1].revents != 0,
      woken: polled[2].revents != 0
    )
  }

  /// The time until the deadline in milliseconds, rounded up so that a wait never ends early.
  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = max(deadline - clock.now, .zero).components
    let milliseconds = left.attoseconds / 1_000_000_000_000_000 + 1
    return left.seconds > 1_000_000 ? 1_000_000_000 : Int32(left.seconds * 1000 + milliseconds)
  }

  func readKeys() -> [TerminalEvent] {
    var inputs: [Input] = []
    var count = 0
    repeat {
      guard let bytes = device.read() else {
        isHungUp = true
        return inputs.map { .input($0) } + [.terminated(SIGHUP)]
      }
      // Until the deadline of an incomplete sequence, all bytes belong to it.
      inputs += decoder.decode(bytes, isContinued: count > 0 || inputDeadline != nil)
      count += bytes.count
    } while count < Self.maximumInput && hasInput(until: nil)
    endResponseWait(after: inputs)
    inputDeadline = decoder.patience.map { Self.clock.now + $0 }
    return inputs.map { .input($0) }
  }

  /// Waits for input until a deadline; without a deadline, returns at once.
  ///
  /// - Returns: Whether there is input; `false` also after a signal.
  func hasInput(until deadline: ContinuousClock.Instant?) -> Bool {
    var polled = pollfd(fd: device.input, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, deadline.map { Self.milliseconds(until: $0) } ?? 0) > 0
  }

  private func flushKeys() -> [TerminalEvent] {
    inputDeadline = nil
    return decoder.flush().map { .input($0) }
  }

  private func receiveSignals() -> [TerminalEvent] {
    signalBell.silence()
    var events: [TerminalEvent] = []
    while case let pending = PendingSignals.dequeue(), !pending.isEmpty {
      // Handles a signal that ends the program before all others: a program that ends must not
      // acquire the terminal again.
      if let signal = pending.ending { return events + [.terminated(signal)] }
      if pending.contains(SIGTSTP) {
        release()
        cn_stop()
        continue
      }
      if pending.contains(SIGCONT) {
        reacquire()
        events.append(.resumed)
      }
      if updateSize() { events.append(.resized(size)) }
    }
    return events
  }
}
