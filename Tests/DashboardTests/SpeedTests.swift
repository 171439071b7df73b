import Dashboard
import FeatureFlags
import Frame
import Serving
import TestSupport
import Testing
import Text
import Workbench

/// Tests that the time to process a key does not grow with the number of features.
///
/// The time limits are many times the budgets of `make bench`, since tests run without
/// optimisation.
@Suite(.tags(.timed))
struct SpeedTests {
  private func time(_ work: () -> Void) -> Duration {
    (0..<5).map { _ in threadTime(work) }.min() ?? .zero
  }

  @Test func `moving the cursor among 100,000 features stays within the time limit`() {
    var state = Shop.dashboard(columns: 120, rows: 32, snapshot: Hard.many(100_000))
    for key in ["j", "pgdn", "G", "g", "m"] {
      let needed = time {
        _ = state.press(key)
        _ = state.frame(now: .zero)
      }
      #expect(needed < .milliseconds(100), "\(key) needed \(needed)")
    }
  }

  @Test func `selecting one of 2,000 lines by number in plain mode stays within the time limit`() {
    let features = (1...2_000).map {
      Feature(name: Feature.Name(rawValue: "F \($0)"), section: "Section \($0)")
    }
    let source = LoadedSource(features: features, origin: .file)
    var state = Shop.dashboard(columns: 96, rows: 24, snapshot: source)
    state.startPlainMode()
    _ = state.update(.line("filter"), now: .zero)
    let needed = threadTime { _ = state.update(.line("1900"), now: .zero) }
    #expect(needed < .seconds(2), "\(needed)")
  }

  @Test func `searching the help for a long line stays within the time limit`() {
    var state = Shop.dashboard(columns: 96, rows: 24)
    state.startPlainMode()
    _ = state.update(.line("?"), now: .zero)
    let line = String(repeating: "x", count: 5_000)
    let needed = threadTime { _ = state.update(.line(line), now: .zero) }
    #expect(needed < .seconds(1), "\(needed)")
  }

  @Test func `changing one of 100,000 features stays within the time limit`() {
    var state = Shop.dashboard(columns: 120, rows: 32, snapshot: Hard.many(100_000))
    let feature = Feature(name: "Feature 77777 badge", section: "Section 155", enabled: true)
    let needed = time { _ = state.update(.changed([feature]), now: .zero) }
    #expect(needed < .milliseconds(20), "\(needed)")
  }

  @Test func `searching and filtering 100,000 features stays within the time limit`() throws {
    var state = Shop.dashboard(columns: 120, rows: 32, snapshot: Hard.many(100_000))
    _ = state.press("/")
    for (second, character) in "cart 99".enumerated() {
      let echo = threadTime {
        _ = state.update(.key(.character(character)), now: .seconds(second))
      }
      #expect(echo < .milliseconds(20), "\(character) needed \(echo)")
      let pause = try #require(state.nextTick)
      let needed = threadTime { _ = state.update(.tick, now: pause) }
      #expect(needed < .milliseconds(600), "\(character) found its matches after \(needed)")
    }
    _ = state.press("enter f")
    let needed = time { _ = state.press("space") }
    #expect(needed < .milliseconds(600), "the filter needed \(needed)")
  }

  @Test func `drawing a name of one megabyte stays within the time limit`() {
    let name = String(repeating: "漢", count: 350_000)
    let snapshot = LoadedSource(
      features: [Feature(name: Feature.Name(rawValue: name), description: name)],
      origin: .file
    )
    let state = Shop.dashboard(columns: 120, rows: 32, snapshot: snapshot)
    let needed = time { _ = state.frame(now: .zero) }
    #expect(needed < .milliseconds(200), "\(needed)")
  }

  /// An activity with as many clients, evaluations and unknown keys as a server reports.
  static func fullActivity(from first: Int, uses: Int) -> ServingActivity {
    var activity = Served.activity
    activity.clients = (0..<256).map { id in
      ServedClient(
        id: id,
        address: "10.0.0.\(id)",
        userAgent: "okhttp/4.12.\(id)",
        software: ClientSoftware(name: "OkHttp", version: "4.12"),
        endpoint: "evaluation",
        context: Served.ana,
        lastSeen: Served.date(-Double(id))
      )
    }
    activity.evaluations = Served.evaluations(500, from: first)
    activity.unknownKeys = (0..<256).map { UnknownKey(key: "key \($0)", last: Served.start) }
    activity.uses = Dictionary(
      uniqueKeysWithValues: (0..<uses).map {
        (Feature.Name(rawValue: "Feature \($0) badge"), FeatureUse(count: $0, last: Served.start))
      }
    )
    return activity
  }

  @Test(arguments: ["", "4", "4 / a n a enter", "4 f f", "f G space enter 4"])
  func `server activity for 100,000 features is applied and drawn within the time limit`(
    keys: String
  ) {
    var state = Shop.dashboard(columns: 120, rows: 32, snapshot: Hard.many(100_000))
    let activities = (0..<6).map { Self.fullActivity(from: 1 + 500 * $0, uses: 50_000) }
    _ = state.update(.serving(activities[0]), now: .zero)
    _ = state.press(keys)
    var next = 0
    let needed = time {
      next += 1
      _ = state.update(.serving(activities[next]), now: .zero)
      _ = state.frame(now: .zero)
    }
    #expect(needed < .milliseconds(60), "\(needed)")
    let key = time {
      _ = state.press("j")
      _ = state.nextTick
      _ = state.frame(now: .zero)
    }
    #expect(key < .milliseconds(100), "\(key)")
  }
}
