import FeatureFlags
import Frame
import Glibc
import Locking
import TestSupport

@testable import Dashboard
@testable import Terminal
@testable import halyard

/// A display that simulates a day of use: the dashboard's clock advances by ten seconds with each step.
final class SimulatedDay: Display {
  let waker: Waker
  let size = Size(columns: 120, rows: 32)
  var usesMouse: Bool?

  private let hours: Int
  private let clock: Locked<Duration>
  private let folder: TemporaryFolder
  private let setup: Setup
  private var state: DashboardState?
  private var step = 0
  /// The version of the configuration that the screen must show before the clock advances.
  private var version = 0
  /// The memory in KiB at the end of each hour.
  private var samples: [Int] = []

  private static let stepsPerHour = 360

  /// Runs the dashboard for some simulated hours; returns the memory in KiB after each hour.
  static func memory(hours: Int) async throws -> [Int] {
    Heap.share()
    return try await Task(executorPreference: ThreadExecutor(label: "day")) {
      let folder = try TemporaryFolder()
      let source = try folder.write(configuration(0), to: "Features.json")
      let clock = Locked(Duration.zero)
      var display: SimulatedDay?
      try await ScriptedProgram.run([source], in: folder, clock: clock) { setup in
        let day = try SimulatedDay(hours, clock, folder, setup)
        display = day
        return day
      }
      return display?.samples ?? []
    }.value
  }

  private init(
    _ hours: Int,
    _ clock: Locked<Duration>,
    _ folder: TemporaryFolder,
    _ setup: Setup
  ) throws {
    self.hours = hours
    self.clock = clock
    self.folder = folder
    self.setup = setup
    waker = Waker(bell: try Bell())
  }

  /// A configuration of 40 features, of which some differ between the versions.
  private static func configuration(_ version: Int) -> String {
    let features = (0..<40).map { number in
      let isOn = (number + (number.isMultiple(of: 20) ? version : 0)).isMultiple(of: 2)
      let tests = number.isMultiple(of: 5) ? #", "test-variations": ["A", "B", "C"]"# : ""
      let text = number == 0 ? "version \(version)" : "What number \(number) does"
      return #"{ "name": "F\#(number)", "description": "\#(text)", "enabled": \#(isOn)\#(tests) }"#
    }
    return "[\(features.joined(separator: ",\n"))]"
  }

  func show(
    _ state: inout DashboardState,
    now: Duration,
    reusing cache: inout FrameCache,
    inASCII isASCII: Bool
  ) {
    _ = state.frame(now: now, reusing: &cache)
    self.state = state
  }

  func next(timeout: Duration?, readsInput: Bool) -> [DisplayEvent] {
    guard readsInput, isCurrent else { return timeout == .zero ? [] : waitForVersion() }
    step += 1
    clock.withLock { $0 += .seconds(10) }
    if step.isMultiple(of: Self.stepsPerHour) {
      samples.append(unsharedMemory())
      guard samples.count < hours else { return [.end] }
    }
    if isWarmUp || step.isMultiple(of: 6) { poll() }
    return ([.tick] + keys.map(Event.key)).map { .event($0) }
  }

  /// Waits for messages of other threads; if none arrive for a while, loads the source again, because
  /// the last load may have read the former version.
  private func waitForVersion() -> [DisplayEvent] {
    let events = waker.waitForMessages()
    if events.isEmpty { setup.session.refresh() }
    return events
  }

  /// Whether the screen shows the last version of the configuration.
  private var isCurrent: Bool {
    let shown = state?.content.list.flatMap { list in
      list.position(of: "F0").flatMap { list.features[$0].summary }
    }
    return shown?.hasSuffix("version \(version)") == true
  }

  /// Whether the first hour is simulated, in which many changes fill the bounded logs.
  private var isWarmUp: Bool { step < Self.stepsPerHour }

  /// Loads the source; every fifth poll finds a change, in the first hour every third.
  private func poll() {
    if step.isMultiple(of: isWarmUp ? 3 : 30) {
      version += 1
      // The screen stays at the former version if the file cannot be written.
      _ = try? folder.write(Self.configuration(version), to: "Features.json")
    }
    setup.session.refresh()
  }

  /// The keys of the step: flips, an undo, other panes, a search, and a reset of everything.
  private var keys: [Key] {
    let names =
      switch step % Self.stepsPerHour {
      case 100: "G g / f 1 esc esc"
      case 110: "2"
      case 120: "3"
      case 130: "6"
      case 140: "1 P esc ? esc U esc"
      case 150: "z"
      case 200: "O y"
      case let step where step % 40 == 0 && isWarmUp: "g"
      case _ where isWarmUp: "j space space space"
      case let step where step.isMultiple(of: 18): "j space"
      case let step where step.isMultiple(of: 7): "down right"
      default: ""
      }
    return names.split(separator: " ").compactMap { Key(name: String($0)) }
  }

  func copy(_ text: String) -> Terminal.CopyResult { .sent }
  func redraw() {}
  func suspend() {}
  func lend() {}
  func reclaim() {}
  func close() {}
}
