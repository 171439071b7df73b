import Dashboard
import Frame
import Terminal

/// The device that shows the dashboard and receives the input of the user: a screen, or the lines of
/// plain mode.
///
/// All methods must be called on one thread.
protocol Display: AnyObject {
  /// Wakes the thread that waits in ``next(timeout:readsInput:)``; usable from any thread.
  var waker: Waker { get }
  /// The size of the screen in cells.
  var size: Size { get }
  /// Whether mouse actions are events; `nil` for a display without a mouse.
  var usesMouse: Bool? { get set }

  /// Shows the state: draws its frame, or prints its new lines.
  ///
  /// - Parameters:
  ///   - state: The state; printed lines are removed from it.
  ///   - now: The current time.
  ///   - cache: The rows of earlier frames.
  ///   - isASCII: Whether a screen draws in ASCII.
  func show(
    _ state: inout DashboardState,
    now: Duration,
    reusing cache: inout FrameCache,
    inASCII isASCII: Bool
  )

  /// Waits for events, like `Terminal.next(timeout:readsInput:)`.
  func next(timeout: Duration?, readsInput: Bool) -> [DisplayEvent]

  /// Copies a text to the clipboard of the user's terminal.
  func copy(_ text: String) -> Terminal.CopyResult

  /// Makes the next frame redraw the whole screen.
  func redraw()
  /// Stops the process until the shell continues it.
  func suspend()
  /// Restores the terminal for another program.
  func lend()
  /// Acquires the terminal again after ``lend()``.
  func reclaim()
  /// Restores the terminal.
  func close()
}

/// What a display returns when its wait for events ends.
enum DisplayEvent {
  /// An input of the user, or a new size.
  case event(Event)
  /// Another thread has posted messages, or the wait has ended without an event.
  case woken
  /// Standard input of plain mode has ended.
  case end
  /// A signal ends the program.
  case terminated(Int32)
}

extension Terminal: Display {
  func show(
    _ state: inout DashboardState,
    now: Duration,
    reusing cache: inout FrameCache,
    inASCII isASCII: Bool
  ) {
    setTitle(state.windowTitle)
    let frame = state.frame(now: now, reusing: &cache)
    draw(isASCII ? frame.ascii : frame)
  }

  func next(timeout: Duration?, readsInput: Bool) -> [DisplayEvent] {
    let events: [TerminalEvent] = next(timeout: timeout, readsInput: readsInput)
    return events.map { event in
      switch event {
      case .input(.key(let key)): .event(.key(key))
      case .input(.paste(let text)): .event(.paste(text))
      case .input(.mouse(let mouse)): .event(.mouse(mouse))
      case .input(.background(let colour)): .event(.background(isLight: colour.isLight))
      case .woken: .woken
      case .resized(let size): .event(.resized(size))
      case .resumed: .event(.resized(size))
      case .terminated(let signal): .terminated(signal)
      }
    }
  }
}

/// Shows the dashboard as the lines of plain mode.
final class PlainDisplay: Display {
  private let terminal: LineTerminal

  /// Opens standard input and output.
  init() throws(TerminalError) {
    terminal = try LineTerminal()
  }

  var waker: Waker { terminal.waker }
  var size: Size { DashboardState.plainSize }
  var usesMouse: Bool? {
    get { nil }
    set {}
  }

  func show(
    _ state: inout DashboardState,
    now: Duration,
    reusing cache: inout FrameCache,
    inASCII isASCII: Bool
  ) {
    terminal.print(state.removeLines())
  }

  func next(timeout: Duration?, readsInput: Bool) -> [DisplayEvent] {
    terminal.next(timeout: timeout, readsInput: readsInput).map { event in
      switch event {
      case .line(let text): .event(.line(text))
      case .tooLong: .event(.notice(Self.tooLong))
      case .end: .end
      case .terminated(let signal): .terminated(signal)
      case .woken: .woken
      }
    }
  }

  func copy(_ text: String) -> Terminal.CopyResult {
    // Prints the text instead of the escape sequence for the clipboard, which a screen reader would
    // read aloud.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    terminal.print(lines.map { DisplayText(String($0)) })
    return .unsupported
  }

  private static let tooLong = Notice(
    "An input line of more than 1 MiB was ignored.",
    kind: .failure
  )

  func redraw() {}
  func suspend() { terminal.suspend() }
  func lend() { terminal.lend() }
  func reclaim() { terminal.reclaim() }
  func close() { terminal.close() }
}
