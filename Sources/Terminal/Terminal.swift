import CNcurses
public import Frame
import Glibc

/// The terminal of the process: reads keys and draws frames.
///
/// A process has one terminal. All methods must be called on one thread; other threads use a
/// ``Waker``. The terminal is restored (line modes, screen, cursor, standard error) by ``close()``,
/// after a crash of any thread, when the process exits, and when a signal stops or ends the
/// process. It is not restored after a stack overflow in a thread pool.
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
  /// The colour depth of the terminal.
  public let colours: ColourDepth
  /// Wakes the thread that waits in ``next(timeout:readsInput:)``; usable from any thread.
  public let waker: Waker

  let device: TerminalDevice
  let window: CursesWindow
  let signalBell: Bell
  /// Whether the terminal supports or ignores synchronised output (private mode 2026).
  let canSynchronise: Bool
  private var errors: CapturedErrors?
  var decoder = InputDecoder()
  var inputDeadline: ContinuousClock.Instant?
  var isHungUp = false
  private var shown: Frame?
  private var isAcquired = false
  private var isOpen = true
  private var isFirstFrame = true

  /// The size in bytes up to which terminals read a frame in one piece without synchronised output.
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
    guard cn_claim() != 0 else { throw .alreadyOpen }
    // Installs the signal handlers before curses starts: curses replaces no existing handlers.
    cn_signals_install(signalBell.descriptor)
    do throws(TerminalError) {
      window = try CursesWindow(options, device: device)
    } catch {
      var modes = device.modes
      tcsetattr(device.input, TCSANOW, &modes)
      cn_signals_remove()
      cn_release()
      throw error
    }
    size = device.size
    window.resize(to: size)
    colours = window.depth
    canSynchronise = TerminalModes.hasPrivateModes(term: options.term)
    acquire()
  }

  deinit {
    close()
  }

  /// Draws a frame; writes only the cells that differ from the last frame.
  ///
  /// Cells outside the window are ignored. After ``close()``, the call has no effect.
  public func draw(_ frame: Frame) {
    guard isAcquired else { return }
    let isComparable = shown?.size == frame.size
    if !isComparable { window.forget() }
    var bytes = window.paint(frame, over: isComparable ? shown : nil)
    shown = frame
    if bytes.count > Self.smallFrame, canSynchronise {
      bytes = Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8)
    }
    guard !bytes.isEmpty else { return }
    if isFirstFrame { bytes += window.enterText }
    isFirstFrame = false
    device.write(bytes)
  }

  /// Makes the next frame redraw the whole screen, for example after another program wrote to the
  /// terminal.
  public func redraw() {
    forget()
  }

  /// Restores the terminal and stops the process, as Ctrl-Z does, until the shell continues it.
  public func suspend() {
    raise(SIGTSTP)
  }

  /// Restores the terminal; later calls have no effect.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    release()
    cn_signals_remove()
    cn_release()
  }

  /// Ends the process with the default action of a signal, so that the shell sees the signal.
  ///
  /// Call ``close()`` first.
  public static func end(by signal: Int32) -> Never {
    cn_end_by(signal)
  }

  /// Acquires the terminal: sets its modes, and arms the restore after a crash or exit.
  func acquire() {
    if errors == nil { errors = CapturedErrors(besides: device.output) }
    armRescue()
    device.makeRaw()
    isAcquired = true
    isFirstFrame = true
    forget()
  }

  /// Restores the terminal, even if it is stuck and accepts no output.
  func release() {
    guard isAcquired else { return }
    isAcquired = false
    let patience = TerminalDevice.patience
    if !device.write(window.leaveText + window.end(), patience: patience) {
      device.dropUnreadOutput()
      device.write(window.rescueText, patience: patience)
    }
    device.restoreModes()
    // If a thread has crashed, the crash handler writes the captured errors.
    if cn_rescue_disarm() != 0 { errors?.show(on: device) }
    errors = nil
  }

  /// Acquires the terminal again after the process was stopped and continued.
  func reacquire() {
    // The process was stopped by SIGSTOP before it could release the terminal: the terminal modes
    // are unknown, so curses is restarted.
    if isAcquired { _ = window.end() }
    acquire()
  }

  /// Forgets the shown frame, so that the next frame redraws the whole screen.
  func forget() {
    shown = nil
    window.forget()
  }

  /// Updates the size of the window.
  ///
  /// - Returns: Whether the size has changed.
  func updateSize() -> Bool {
    let now = device.size
    guard now != size else { return false }
    size = now
    window.resize(to: now)
    forget()
    return true
  }

  private func armRescue() {
    var rescue = cn_rescue()
    rescue.input = device.input
    rescue.output = device.output
    rescue.modes = device.modes
    rescue.captured = errors?.file ?? -1
    rescue.standard_error = errors?.original ?? -1
    withUnsafeMutableBytes(of: &rescue.text) { text in
      text.copyBytes(from: window.rescueText.prefix(text.count))
    }
    rescue.length = min(window.rescueText.count, MemoryLayout.size(ofValue: rescue.text))
    withUnsafePointer(to: rescue) { cn_rescue_arm($0) }
  }
}
