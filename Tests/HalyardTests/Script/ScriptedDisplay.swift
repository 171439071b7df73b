import FeatureFlags
import Frame
import Locking

@testable import Dashboard
@testable import Terminal
@testable import halyard

/// A display without a terminal that performs the tasks of a script and records the state after each.
final class ScriptedDisplay: Display {
  let waker: Waker
  let size: Size
  var usesMouse: Bool?
  /// The time of the dashboard, which advances by a second with each step.
  let clock: Locked<Duration>
  /// The state after each finished task.
  private(set) var moments: [ScriptMoment] = []
  /// The reason why the script has ended too early; `nil` for none.
  private(set) var failure: String?

  private let device: ScriptDevice
  private let tasks: [ScriptTask]
  private var steps: ArraySlice<ScriptStep>
  private var state: DashboardState?
  private var copies: [String] = []
  private let deadline = ContinuousClock.now + .seconds(180)

  init(_ tasks: [ScriptTask], _ device: ScriptDevice, clock: Locked<Duration>) throws {
    self.tasks = tasks
    self.device = device
    self.clock = clock
    waker = Waker(bell: try Bell())
    size = device == .lines ? DashboardState.plainSize : Size(columns: 160, rows: 40)
    steps = device.steps(of: tasks[0])[...]
  }

  func show(
    _ state: inout DashboardState,
    now: Duration,
    reusing cache: inout FrameCache,
    inASCII isASCII: Bool
  ) {
    _ = state.removeLines()
    self.state = state
  }

  func next(timeout: Duration?, readsInput: Bool) -> [DisplayEvent] {
    guard readsInput, let state else { return timeout == .zero ? [] : waker.waitForMessages() }
    while steps.isEmpty {
      let content = ScriptContent(state, copies: copies)
      moments.append(ScriptMoment(task: tasks[moments.count].name, content: content))
      guard moments.count < tasks.count else { return [.end] }
      steps = device.steps(of: tasks[moments.count])[...]
    }
    guard let step = steps.first, ContinuousClock.now < deadline else {
      failure = "\(tasks[moments.count].name): \(steps)\n\(screen(of: state))"
      return [.end]
    }
    guard let events = events(of: step, state) else {
      let messages = waker.waitForMessages()
      guard messages.isEmpty else { return messages }
      // Advances the clock: a notice that may cover the text disappears after some seconds.
      clock.withLock { $0 += .seconds(1) }
      return [.event(.tick)]
    }
    if events.isDone { steps.removeFirst() }
    clock.withLock { $0 += .seconds(1) }
    // Returns a tick for a finished step without events, so that the next step sees a new frame.
    return events.events.isEmpty ? [.event(.tick)] : events.events.map { .event($0) }
  }

  // MARK: Steps

  /// The events of a step, and whether they finish it; `nil` while the screen lacks its text.
  private func events(
    of step: ScriptStep,
    _ state: DashboardState
  ) -> (events: [Event], isDone: Bool)? {
    switch step {
    case .keys(let names):
      (names.split(separator: " ").compactMap { Key(name: String($0)) }.map(Event.key), true)
    case .type(let text): (text.map { .key(.character($0)) }, true)
    case .line(let text): ([.line(text)], true)
    case .click(let text): position(of: text, state).map { (Self.click($0), true) }
    case .doubleClick(let text):
      position(of: text, state).map { (Self.click($0) + Self.click($0), true) }
    case .palette(let title): paletteEvents(title, state)
    case .wait(let text):
      state.timedNotice?.notice.text.contains(text) == true || screen(of: state).contains(text)
        ? ([], true) : nil
    }
  }

  private func paletteEvents(
    _ title: String,
    _ state: DashboardState
  ) -> (events: [Event], isDone: Bool) {
    guard state.dialog is PaletteDialog else {
      return (Self.click(Position(column: 1, row: 0)), false)
    }
    if let row = position(of: "│ \(title)  ", state) ?? position(of: "│▌\(title)  ", state) {
      let position = Position(column: row.column + 2, row: row.row)
      return (Self.click(position) + Self.click(position), true)
    }
    let middle = Position(column: size.columns / 2, row: size.rows / 2)
    return ([.mouse(MouseInput(.scrollDown, at: middle))], false)
  }

  private static func click(_ position: Position) -> [Event] {
    [.mouse(MouseInput(.press, at: position)), .mouse(MouseInput(.release, at: position))]
  }

  private func screen(of state: DashboardState) -> String {
    state.frame(now: clock.withLock { $0 }).text
  }

  /// The position of a text in the open dialog, or else on the screen; `nil` if it is in neither.
  private func position(of text: String, _ state: DashboardState) -> Position? {
    var canvas = Canvas(size: size, style: state.theme.style(.text))
    state.dialog?.draw(on: &canvas, theme: state.theme)
    return Self.position(of: text, in: canvas.frame.text)
      ?? Self.position(of: text, in: screen(of: state))
  }

  private static func position(of text: String, in screen: String) -> Position? {
    let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
    for (row, line) in lines.enumerated() {
      guard let range = line.firstRange(of: text) else { continue }
      return Position(column: DisplayText(String(line[..<range.lowerBound])).width, row: row)
    }
    return nil
  }

  // MARK: Terminal

  func copy(_ text: String) -> Terminal.CopyResult {
    copies.append(text)
    return .sent
  }

  func redraw() {}
  func suspend() {}
  func lend() {}
  func reclaim() {}
  func close() {}
}
