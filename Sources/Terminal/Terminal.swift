import CNcurses
public import Frame
import Glibc

/// The terminal that the program runs in: keys come in, frames go out.
///
/// There is one for a process, and one thread uses it. The terminal is given back by `close()`, and
/// also when any thread crashes, when the process exits, is stopped or is ended by a signal. Line
/// modes, the screen from before, the cursor and standard error are then as they were.
///
/// Only an overflow of the stack of a thread that belongs to a thread pool ends the process before
/// the terminal can be given back. While the terminal is open, a write to a closed pipe or socket
/// fails with EPIPE, and one beyond the file size limit with EFBIG, without a signal.
public final class Terminal {
  /// The size of the window, in cells.
  public private(set) var size: Size
  /// The colours that it shows.
  public let colours: ColourDepth
  /// Wakes `next(timeout:)` from another thread.
  public let waker: Waker

  let device: TerminalDevice
  let window: CursesWindow
  let signalBell: Bell
  /// Whether a frame may be sent as one update (mode 2026).
  let canSynchronise: Bool
  private var errors: KeptErrors?
  var decoder = InputDecoder()
  var inputDeadline: ContinuousClock.Instant?
  var isHungUp = false
  private var shown: Frame?
  private var isTaken = false
  private var isOpen = true
  private var isEntering = true

  /// A frame of fewer bytes reaches any terminal in one piece.
  private static let smallFrame = 1024

  /// Opens the terminal on standard output, with keys from standard input or, if that is no
  /// terminal, from the controlling one.
  public init(_ options: TerminalOptions) throws(TerminalError) {
    device = try TerminalDevice()
    waker = Waker(bell: try Bell())
    signalBell = try Bell()
    guard cn_claim() != 0 else { throw .alreadyOpen }
    // Before curses, which installs handlers of its own wherever it finds none.
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
    take()
  }

  deinit {
    close()
  }

  /// Shows a frame, writing no more than what changed since the last one.
  ///
  /// What reaches over the edges of the window is left out. After `close()` nothing happens.
  public func draw(_ frame: Frame) {
    guard isTaken else { return }
    let isComparable = shown?.size == frame.size
    if !isComparable { window.forget() }
    var bytes = window.paint(frame, over: isComparable ? shown : nil)
    shown = frame
    if bytes.count > Self.smallFrame, canSynchronise {
      bytes = Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8)
    }
    guard !bytes.isEmpty else { return }
    if isEntering { bytes += window.enterText }
    isEntering = false
    device.write(bytes)
  }

  /// Has the next frame painted whole, whatever else was written to the terminal meanwhile.
  public func redraw() {
    forget()
  }

  /// Gives the terminal back and stops the program until the shell continues it, as Ctrl-Z does.
  public func suspend() {
    raise(SIGTSTP)
  }

  /// Gives the terminal back; again it does nothing.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    giveBack()
    cn_signals_remove()
    cn_release()
  }

  /// Ends the process as a signal does that nobody handles, so that the shell sees it.
  ///
  /// The terminal must be closed before.
  public static func end(by signal: Int32) -> Never {
    cn_end_by(signal)
  }

  /// Takes the terminal: from here on the program answers for its state.
  func take() {
    if errors == nil { errors = KeptErrors(besides: device.output) }
    armRescue()
    device.makeRaw()
    isTaken = true
    isEntering = true
    forget()
  }

  /// Gives the terminal back for a while or for good, also one that takes no output.
  func giveBack() {
    guard isTaken else { return }
    isTaken = false
    let patience = TerminalDevice.patience
    if !device.write(window.leaveText + window.end(), patience: patience) {
      device.dropUnreadOutput()
      device.write(window.rescueText, patience: patience)
    }
    device.restoreModes()
    // Where another thread has crashed, it shows the kept errors itself.
    if cn_rescue_disarm() != 0 { errors?.show(on: device) }
    errors = nil
  }

  /// Makes sure of the terminal after something else may have used it.
  func retake() {
    // Stopped without notice: the modes may be anything, so they are all set again.
    if isTaken { _ = window.end() }
    take()
  }

  /// Has the next frame painted whole.
  func forget() {
    shown = nil
    window.forget()
  }

  /// Asks the window for its size; `true` if it has changed.
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
    rescue.kept = errors?.file ?? -1
    rescue.standard_error = errors?.original ?? -1
    withUnsafeMutableBytes(of: &rescue.text) { text in
      text.copyBytes(from: window.rescueText.prefix(text.count))
    }
    rescue.length = min(window.rescueText.count, MemoryLayout.size(ofValue: rescue.text))
    withUnsafePointer(to: rescue) { cn_rescue_arm($0) }
  }
}
