import Dashboard
import FeatureFlags
import Frame

import struct FoundationEssentials.Date

/// Measures the dashboard's reducer and rendering for a given number of features.
struct ScreenBenchmark {
  let count: Int

  /// Runs all measurements once; returns one row of the table.
  func row() throws -> Report.Row {
    let store = FlagStore(draw: { 50 })
    try store.load(try Configuration(bytes: Workload(count: count).document))
    let snapshot = LoadedSource(features: store.features, origin: .file)
    let runs = count > 10_000 ? 3 : 7
    var state = Self.empty
    let load = Measure.median(runs: runs) {
      state = Self.empty
      Self.press(.loaded(snapshot), &state)
    }
    let arrow = Measure.median(calls: 50) { Self.press(.key(.down), &state) }
    return Report.Row(
      label: "\(count) features",
      figures: [
        Figure("load and frame", load),
        Figure("arrow key and frame", arrow),
        Figure("search key, slowest", slowestSearchKey(&state), budget: searchBudget),
      ]
    )
  }

  private var searchBudget: Duration? {
    switch count {
    case 100_000: .milliseconds(5)
    case 1_000_000: .milliseconds(50)
    default: nil
    }
  }

  private static var empty: DashboardState {
    DashboardState(
      size: Size(columns: 80, rows: 24),
      theme: .terminal,
      context: DashboardContext(
        source: "benchmark",
        workspace: "benchmark",
        version: "",
        wallClock: WallClock(start: Date(timeIntervalSince1970: 0)) { _ in
          LocalTime(year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0)
        }
      )
    )
  }

  private static func press(
    _ event: Event,
    _ state: inout DashboardState,
    at now: Duration = .zero
  ) {
    _ = state.update(event, now: now)
    precondition(state.frame(now: now).size.rows == 24)
  }

  /// The duration of the slowest key press in a search, including the debounced search.
  ///
  /// The duration of each key press is the median of five searches.
  private func slowestSearchKey(_ state: inout DashboardState) -> Duration {
    let searches = (0..<5).map { _ in searchKeys(&state) }
    let medians = searches[0].indices.map { key in searches.map { $0[key] }.median }
    return medians.max() ?? .zero
  }

  /// The duration of each key press of a search, which is cancelled afterwards.
  private func searchKeys(_ state: inout DashboardState) -> [Duration] {
    Self.press(.key(.character("/")), &state)
    defer { Self.press(.key(.escape), &state) }
    return Workload.name(count - 1).enumerated().map { number, letter in
      let start = ContinuousClock.now
      Self.press(.key(.character(letter)), &state, at: .seconds(number))
      Self.press(.tick, &state, at: state.nextTick ?? .seconds(number))
      return start.duration(to: .now)
    }
  }
}
