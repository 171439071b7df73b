import CNcurses
public import Frame
import Glibc
import Text

extension Terminal {
  static let clock = ContinuousClock()
  /// The maximum number of bytes that one call reads, so that a flood of input needs little memory and
  /// cannot delay drawing.
  static let maximumInput = 1 << 16

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
      let ready = Readiness.wait(
        input: isHungUp || !readsInput ? -1 : device.input,
        signals: signalBell,
        waker: waker.bell,
        until: end
      )
      var events: [TerminalEvent] = []
      if ready.signals { events += receiveSignals() }
      if ready.woken { events.append(.woken) }
      // Skips the input after a signal: if the process was stopped, another process may have read the
      // input. The next wait checks again.
      if ready.input, !ready.signals { events += readKeys() }
      // Checks for more input first: the rest of the sequence may have arrived while a signal was
      // handled.
      if readsInput, let end = self.inputDeadline, Self.clock.now >= end,
        isHungUp || !hasInput(until: nil)
      {
        self.inputDeadline = nil
        events += decoder.flush().map { .input($0) }
      }
      if !events.isEmpty { return events }
      if let deadline, Self.clock.now >= deadline { return [] }
    }
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
    return poll(&polled, 1, deadline.map { Readiness.milliseconds(until: $0) } ?? 0) > 0
  }

  private func receiveSignals() -> [TerminalEvent] {
    signalBell.silence()
    var events: [TerminalEvent] = []
    while case let pending = PendingSignals.dequeue(), !pending.isEmpty {
      // Handles a signal that ends the program before all others: a program that ends must not
      // acquire the terminal again.
      if let signal = PendingSignals.ending { return events + [.terminated(signal)] }
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

/// An event that ``Terminal/next(timeout:readsInput:)`` returns.
public enum TerminalEvent: Hashable, Sendable {
  /// The user pressed a key, used the mouse or pasted text, or the terminal responded to a request.
  case input(Input)
  /// The window was resized: draw a frame of the given size.
  case resized(Size)
  /// The process was continued after a stop, and the terminal is acquired again: redraw the frame.
  case resumed
  /// A signal with the given number ends the program; a closed terminal is reported as SIGHUP.
  ///
  /// Call ``Terminal/close()``, then ``Terminal/end(by:)``, so that the shell sees the signal. After
  /// 1.3 s, the process is ended even without these calls; the terminal is restored in any case.
  case terminated(Int32)
  /// Another thread called ``Waker/wake()``.
  case woken
}
