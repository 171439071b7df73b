import CNcurses
public import Frame
import Glibc
import Text

/// The terminal of the process: reads keys and draws frames.
///
/// A process has one terminal. All methods must be called on one thread; other threads use a
/// ``Waker``. The terminal is restored (line modes, screen, cursor, title, standard error) by
/// ``close()``, after a crash of any thread, when the process exits, and when a signal stops or ends
/// the process. It is not restored after a stack overflow in a thread pool.
///
/// While the terminal is open, SIGPIPE and SIGXFSZ are not delivered: a write to a closed pipe or
/// socket fails with EPIPE, and a write beyond the file size limit fails with EFBIG.
///
/// ```swift
/// import Frame
///
/// let terminal = try Terminal(TerminalOptions(term: "xterm-256color"))
/// terminal.draw(Frame(size: terminal.size))
/// for event in terminal.next(timeout: .seconds(1)) {
///   if case .terminated(let signal) = event { print("ended by signal \(signal)") }
/// }
/// terminal.close()
/// ```
public final class Terminal {
  /// The size of the window in cells.
  public private(set) var size: Size
  /// The number of colours that frames use, from the options, or else from terminfo and the environment.
  public let colours: ColourDepth
  /// Wakes the thread that waits in ``next(timeout:readsInput:)``; usable from any thread.
  public let waker: Waker

  /// The terminal type that is imitated, because the terminal database has no entry for
  /// ``TerminalOptions/term``; `nil` if it has one.
  public let fallback: String?

  let device: TerminalDevice
  let signalBell: Bell
  /// Whether the terminal ignores unknown sequences, such as titles and those of the mouse.
  let ignoresSequences: Bool
  /// Whether mouse actions are reported as input; otherwise, the terminal selects text with the mouse.
  ///
  /// `nil` for a terminal without private modes, such as the Linux console; setting it has no effect there.
  public var usesMouse: Bool? {
    get { ignoresSequences ? reportsMouse : nil }
    set {
      guard ignoresSequences, let newValue, newValue != reportsMouse else { return }
      reportsMouse = newValue
      // Otherwise, the first frame starts the reports.
      if isAcquired, !isFirstFrame { device.write(RawSequences.mouse(isUsed: newValue)) }
    }
  }
  private var reportsMouse: Bool
  /// Whether the request of the background colour has to be sent with the first frame.
  var requestsBackground: Bool
  let responseTime: Duration
  /// The time until which the response with the background colour is expected; `nil` if none is
  /// expected.
  var responseDeadline: ContinuousClock.Instant?
  private let screen: Screen
  /// The multiplexer between this process and the user's terminal.
  let multiplexer: ClipboardSequence.Multiplexer
  private var errors: CapturedErrors?
  var decoder = InputDecoder()
  var inputDeadline: ContinuousClock.Instant?
  var isHungUp = false
  private var isAcquired = false
  private var isOpen = true
  /// Whether another program uses the terminal.
  private(set) var isLent = false
  /// Whether no frame was drawn since the terminal was acquired, so that the screen still shows its
  /// former content.
  private var isFirstFrame = true
  private var title: String?
  private var isTitlePending = false

  /// The maximum size in bytes of a frame that terminals read in one piece even without synchronised
  /// output.
  private static let smallFrame = 1024

  /// Opens the terminal of standard output.
  ///
  /// Keys are read from standard input, or from the controlling terminal if standard input is not a
  /// terminal.
  ///
  /// - Parameter options: The type and the colour depth of the terminal.
  /// - Throws: A ``TerminalError`` if there is no usable terminal.
  public init(_ options: TerminalOptions) throws(TerminalError) {
    device = try TerminalDevice()
    waker = Waker(bell: try Bell())
    signalBell = try Bell()
    // Installs the handlers before the screen is opened, because ncurses handles the signals that have
    // no handler yet.
    guard cn_signals_install(signalBell.descriptor, CN_SCREEN) != 0 else { throw .alreadyOpen }
    let description = TerminalDescription(options, output: device.output)
    size = device.size
    (colours, fallback) = (description.colours, description.fallback)
    (ignoresSequences, reportsMouse) = (description.ignoresSequences, options.usesMouse)
    multiplexer = description.multiplexer
    requestsBackground = options.requestsBackground && ignoresSequences && colours != .monochrome
    responseTime = options.responseTime
    do throws(TerminalError) {
      guard description.canPlaceCursor else { throw .cannotPlaceCursor(options.term) }
      screen = try Screen(
        term: description.fallback ?? options.term,
        direct: description.direct,
        depth: colours,
        window: size
      )
    } catch {
      cn_signals_remove()
      throw error
    }
    acquire()
  }

  deinit { close() }

  /// Draws a frame; writes only the cells that differ from the last frame.
  ///
  /// Cells outside the window are ignored. After ``close()``, the call has no effect.
  public func draw(_ frame: Frame) {
    guard isAcquired else { return }
    var bytes = screen.bytes(for: frame)
    if bytes.count > Self.smallFrame, ignoresSequences { bytes = RawSequences.synchronised(bytes) }
    if isTitlePending, ignoresSequences, let title { bytes = RawSequences.title(title) + bytes }
    isTitlePending = false
    guard !bytes.isEmpty else { return }
    if isFirstFrame {
      isFirstFrame = false
      // From now on, a crash has to restore the screen, too.
      armRescue(modesOff + screen.rescue)
      let modes = ignoresSequences ? RawSequences.enter(usesMouse: reportsMouse) : []
      bytes = modes + bytes + backgroundRequest()
    }
    device.write(bytes)
  }

  /// Sets the title of the terminal's window, together with the next frame.
  ///
  /// The previous title is restored together with the terminal. Terminals without private modes, such as
  /// the Linux console, have no title.
  public func setTitle(_ title: String) {
    guard title != self.title else { return }
    self.title = title
    isTitlePending = true
  }

  /// Makes the next frame redraw the whole screen, for example after another program wrote to the
  /// terminal.
  public func redraw() { screen.forget() }

  /// Restores the terminal and stops the process, as Ctrl-Z does, until the shell continues it.
  public func suspend() { raise(SIGTSTP) }

  /// Restores the terminal for another program in the same process group, such as an editor, which
  /// uses the terminal until ``reclaim()``.
  ///
  /// Meanwhile no frame is drawn and no key is read, and SIGINT and SIGQUIT are ignored: the keys that
  /// send these signals are meant for the other program. All other events are still reported.
  public func lend() {
    guard isOpen, !isLent else { return }
    isLent = true
    cn_signals_ignore_keys(1)
    release()
  }

  /// Acquires the terminal again after ``lend()``, and redraws the whole screen.
  public func reclaim() {
    guard isOpen, isLent else { return }
    isLent = false
    cn_signals_ignore_keys(0)
    _ = updateSize()
    acquire()
  }

  /// Restores the terminal; later calls have no effect.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    release()
    cn_signals_remove()
  }

  /// Ends the process with the default action of a signal, so that the shell sees the signal.
  ///
  /// Call ``close()`` first.
  public static func end(by signal: Int32) -> Never { cn_end_by(signal) }

  /// Acquires the terminal: sets its modes, and arms the restore after a crash or exit.
  func acquire() {
    if errors == nil { errors = CapturedErrors(besides: device.output) }
    isFirstFrame = true
    isTitlePending = true
    armRescue([])
    device.makeRaw()
    isAcquired = true
    screen.enter()
  }

  /// Restores the terminal, even if it is stuck and accepts no output.
  func release() {
    guard isAcquired else { return }
    isAcquired = false
    discardResponse()
    armRescue(leaveScreen())
    cn_restore()
    errors = nil
  }

  /// Acquires the terminal again after the process was stopped and continued.
  func reacquire() {
    // The terminal is lent to another program, which acquires the terminal itself.
    guard !isLent else { return }
    // The process was stopped by SIGSTOP before it could release the terminal: its modes are unknown.
    // The title is popped, because the next frame pushes it again.
    if isAcquired { device.write(leaveScreen()) }
    acquire()
  }

  /// Leaves the screen, and returns the sequences that restore the terminal; empty if no frame was drawn
  /// since the terminal was acquired.
  private func leaveScreen() -> [UInt8] {
    let bytes = modesOff + screen.leave()
    return isFirstFrame ? [] : bytes
  }

  private var modesOff: [UInt8] { ignoresSequences ? RawSequences.leave : [] }

  /// Updates the size of the window.
  ///
  /// - Returns: Whether the size has changed.
  func updateSize() -> Bool {
    let now = device.size
    guard now != size else { return false }
    size = now
    screen.resize(to: now)
    return true
  }

  /// Sets the sequences that restore the terminal after a crash and when the terminal is released.
  private func armRescue(_ leave: [UInt8]) {
    var rescue = cn_rescue()
    rescue.input = device.input
    rescue.output = device.output
    rescue.modes = device.modes
    rescue.captured = errors?.file ?? -1
    rescue.standard_error = errors?.original ?? -1
    withUnsafeMutableBytes(of: &rescue.text) { text in
      text.copyBytes(from: leave.prefix(text.count))
    }
    rescue.length = min(leave.count, MemoryLayout.size(ofValue: rescue.text))
    withUnsafePointer(to: rescue) { cn_rescue_arm($0) }
  }
}

extension Terminal {
  /// The result of a request to copy a text.
  public enum CopyResult: Hashable, Sendable {
    /// The text was sent; a terminal that does not support OSC 52 ignores it.
    case sent
    /// The text is too large for the clipboard sequence; the limit is in bytes of UTF-8.
    case tooLarge(limit: Int)
    /// The terminal prints unknown sequences, so that nothing was sent.
    case unsupported
  }

  /// Copies a text to the clipboard of the user's terminal (OSC 52), also over SSH.
  ///
  /// Call it between two frames: the sequence is not visible.
  ///
  /// - Parameter text: The text, at most about 56 kB.
  /// - Returns: Whether the text was sent.
  public func copy(_ text: String) -> CopyResult {
    guard ignoresSequences else { return .unsupported }
    guard let sequence = ClipboardSequence(text, through: multiplexer) else {
      return .tooLarge(limit: ClipboardSequence.encodedLimit / 4 * 3)
    }
    device.write(sequence.bytes)
    return .sent
  }
}

/// The request of the background colour, whose response is read like a key press.
extension Terminal {
  /// Returns the request of the background colour (OSC 11) if it was not sent yet; otherwise nothing.
  func backgroundRequest() -> [UInt8] {
    guard requestsBackground else { return [] }
    requestsBackground = false
    responseDeadline = Self.clock.now + responseTime
    decoder.expectsResponse = true
    return RawSequences.backgroundRequest
  }

  /// Ends the wait for the response if it is among the given inputs, or after its deadline: many
  /// terminals do not respond.
  func endResponseWait(after inputs: [Input]) {
    guard let responseDeadline else { return }
    let hasResponse = inputs.contains { if case .background = $0 { true } else { false } }
    if hasResponse || Self.clock.now >= responseDeadline { endResponseWait() }
  }

  /// Reads and drops input until the response has arrived or its deadline has passed, before another
  /// program uses the terminal: that program would read the response as typed keys.
  ///
  /// The frame stays on the screen meanwhile, so that nobody types for the other program yet.
  private func discardResponse() {
    while let responseDeadline, !isHungUp, device.isInForeground,
      hasInput(until: responseDeadline)
    {
      _ = readKeys()
    }
    endResponseWait()
  }

  private func endResponseWait() {
    responseDeadline = nil
    decoder.expectsResponse = false
  }
}

/// The settings with which a ``Terminal`` is opened, from the environment and the program's arguments.
public struct TerminalOptions: Hashable, Sendable {
  /// The terminal type, from the environment variable `TERM`.
  public var term: String
  /// The colour support that the terminal claims, from the environment variable `COLORTERM`.
  public var colorterm: String
  /// Whether the program runs inside tmux, from the environment variable `TMUX`.
  public var isInTmux: Bool
  /// The colour depth to use; `nil` detects the depth from `term` and `colorterm`.
  public var colours: ColourDepth?

  /// Whether mouse actions are reported as input; users then hold Shift to select text in the terminal.
  public var usesMouse = false

  /// Whether the background colour is requested once, after the first frame; the response is reported as
  /// ``Input/background(_:)``.
  ///
  /// No request is sent to a terminal without private modes, such as the Linux console, or to a terminal
  /// that is drawn without colours.
  public var requestsBackground = false

  /// The time after the request of the background colour in which a response is expected, 200 ms by default:
  /// a program that ends earlier waits for it, so that the shell does not read the response as typed keys.
  public var responseTime: Duration = .milliseconds(200)

  /// Creates options from the values of `TERM` and `COLORTERM`; without `colours`, the depth is
  /// detected.
  public init(
    term: String,
    colorterm: String = "",
    isInTmux: Bool = false,
    colours: ColourDepth? = nil
  ) {
    self.term = term
    self.colorterm = colorterm
    self.isInTmux = isInTmux
    self.colours = colours
  }
}

extension TerminalOptions {
  /// The colour depth to draw with.
  ///
  /// - Parameter described: The number of colours in the terminal database; `nil` if it has no entry.
  /// - Returns: The colour depth, and what it was derived from.
  func depth(described: Int?) -> (depth: ColourDepth, reason: ColourDepth.Reason) {
    let found = ColourDepth.detect(term: term, colorterm: colorterm, described: described)
    guard let colours else { return found }
    // Limits the depth of the options only on terminals with less than 256 colours: others may have
    // direct colours, too.
    guard described ?? 256 < 256, found.depth <= colours else { return (colours, .options) }
    return found
  }

  /// The terminal multiplexer through which clipboard sequences are sent.
  var multiplexer: ClipboardSequence.Multiplexer {
    if isInTmux { return .tmux }
    return term.hasPrefix("screen") ? .screen : .none
  }
}
