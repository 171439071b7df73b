import CNcurses
import Glibc
public import Text

/// Reads and writes the standard input and output of the process line by line: for screen readers,
/// pipes, and terminals that cannot move their cursor.
///
/// A process has one ``Terminal`` or `LineTerminal`. All methods must be called on one thread; other
/// threads use the ``waker``.
///
/// ```swift
/// import Frame
///
/// let terminal = try LineTerminal()
/// for event in terminal.next() {
///   if case .line(let text) = event { terminal.print([DisplayText("found \(text)")]) }
/// }
/// terminal.close()
/// ```
public final class LineTerminal {
  /// Wakes the thread that waits in ``next(timeout:readsInput:)``; usable from any thread.
  public let waker: Waker

  private let signalBell: Bell
  private let prompt: [UInt8]
  private var input = LineBuffer()
  /// The lines that were read but not returned yet.
  private var lines: ArraySlice<Event> = []
  private var isAtEnd = false
  private var isOpen = true
  private var showsPrompt = false
  /// Whether another program uses the terminal.
  private var isLent = false

  /// An event that ``next(timeout:readsInput:)`` returns.
  public enum Event: Hashable, Sendable {
    /// The user entered a line; its line break is removed.
    case line(String)
    /// The user entered a line of more than 1 MiB, which was dropped.
    case tooLong
    /// Standard input has ended.
    case end
    /// A signal with the given number ends the program.
    case terminated(Int32)
    /// Another thread called ``Waker/wake()``.
    case woken
  }

  /// Opens standard input and output; a prompt is printed if input is a terminal.
  ///
  /// - Throws: `TerminalError.alreadyOpen` if the process has an open terminal; `system` if a system
  ///   call fails.
  public init() throws(TerminalError) {
    waker = Waker(bell: try Bell())
    signalBell = try Bell()
    guard cn_signals_install(signalBell.descriptor, CN_SCREEN) != 0 else { throw .alreadyOpen }
    prompt = isatty(STDIN_FILENO) == 1 ? Array("> ".utf8) : []
  }

  deinit {
    close()
  }

  /// Prints lines, each with a line break, before the next prompt.
  ///
  /// Only text without control characters can reach the terminal, because a line may quote a document
  /// from the network.
  public func print(_ lines: [DisplayText]) {
    guard !lines.isEmpty else { return }
    // Ends the line with the prompt, so that an announcement while the user types has a line of its
    // own.
    let start: [UInt8] = showsPrompt ? [0x0A] : []
    write(start + Array((lines.map(\.text).joined(separator: "\n") + "\n").utf8))
    showsPrompt = false
  }

  /// Waits for a line, a signal or a call of the waker.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait; `nil` waits without a limit.
  ///   - readsInput: Whether a line is read; with `false`, it stays unread.
  /// - Returns: The available events in order, at most one line; empty after the timeout.
  public func next(timeout: Duration? = nil, readsInput: Bool = true) -> [Event] {
    let readsInput = readsInput && !isLent
    if readsInput, let line = nextLine() { return [line] }
    if readsInput, !showsPrompt, !prompt.isEmpty {
      write(prompt)
      showsPrompt = true
    }
    let ready = Readiness.wait(
      input: readsInput && !isAtEnd ? STDIN_FILENO : -1,
      signals: signalBell,
      waker: waker.bell,
      until: timeout.map { ContinuousClock.now + $0 }
    )
    var events: [Event] = []
    if ready.signals { events += receiveSignals() }
    if ready.woken { events.append(.woken) }
    // Skips the input after a signal: if the process was stopped, another process may have read the
    // input. The next wait checks again.
    if ready.input, !ready.signals {
      read()
      if let line = nextLine() { events.append(line) }
    }
    return events
  }

  /// Lets another program, such as an editor, use the terminal until ``reclaim()``.
  public func lend() {
    guard !isLent else { return }
    isLent = true
    cn_signals_ignore_keys(1)
  }

  /// Reads lines again after ``lend()``.
  public func reclaim() {
    guard isLent else { return }
    isLent = false
    cn_signals_ignore_keys(0)
  }

  /// Stops the process, as Ctrl-Z does, until the shell continues it.
  public func suspend() { cn_stop() }

  /// Restores the handling of signals; later calls have no effect.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    if showsPrompt { write([0x0A]) }
    cn_signals_remove()
  }

  /// Removes and returns the first complete line, or the end of the input.
  private func nextLine() -> Event? {
    lines.popFirst() ?? (isAtEnd ? .end : nil)
  }

  private func read() {
    // The user has pressed Enter, which ended the line with the prompt.
    showsPrompt = false
    if let bytes = TerminalDevice.read(from: STDIN_FILENO, atMost: 1 << 16) {
      lines += input.append(bytes)
    } else {
      isAtEnd = true
      if let last = input.last() { lines.append(last) }
    }
  }

  private func receiveSignals() -> [Event] {
    signalBell.silence()
    while case let pending = PendingSignals.dequeue(), !pending.isEmpty {
      if let signal = PendingSignals.ending { return [.terminated(signal)] }
      if pending.contains(SIGTSTP) { cn_stop() }
    }
    return []
  }

  private func write(_ bytes: [UInt8]) { TerminalDevice.writeToStandardOutput(bytes) }
}

/// Splits the bytes of standard input into lines of a maximum length.
///
/// The cost is linear in the number of bytes, and the memory is bounded by the maximum length.
struct LineBuffer {
  /// The default maximum length of a line in bytes, which is more than that of any text field.
  static let limit = 1 << 20

  private let maximumLength: Int
  /// The start of the current line, of which at most one byte more than the maximum length is stored.
  private var bytes: [UInt8] = []

  init(maximumLength: Int = limit) {
    self.maximumLength = maximumLength
  }

  /// Appends bytes, and returns the lines that they complete.
  mutating func append(_ more: some Collection<UInt8>) -> [LineTerminal.Event] {
    let parts = more.split(separator: 0x0A, omittingEmptySubsequences: false)
    var lines: [LineTerminal.Event] = []
    for (index, part) in parts.enumerated() {
      bytes += part.prefix(maximumLength + 1 - bytes.count)
      if index < parts.count - 1 { lines.append(endLine()) }
    }
    return lines
  }

  /// Removes and returns the last line if no line feed ends it; `nil` if there is none.
  mutating func last() -> LineTerminal.Event? { bytes.isEmpty ? nil : endLine() }

  private mutating func endLine() -> LineTerminal.Event {
    defer { bytes = [] }
    return bytes.count > maximumLength ? .tooLong : .line(String(decoding: bytes, as: UTF8.self))
  }
}
