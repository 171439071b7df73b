import Dashboard
import FeatureFlags
import FoundationEssentials
import Frame
import Testing

@testable import halyard

/// Tests that the picker of the dashboard switches the flags of every file format.
struct SwitchTests {
  private static let clock = WallClock(start: .distantPast) { _ in
    LocalTime(year: 2026, month: 11, day: 21, hour: 10, minute: 4, second: 12)
  }

  /// Opens the dashboard with the given feature only, presses keys, and returns the resulting effects.
  private static func press(_ keys: [Key], _ feature: Feature) -> [Effect] {
    var state = DashboardState(
      size: Size(columns: 80, rows: 24),
      theme: .terminal,
      context: DashboardContext(source: "s", workspace: "w", version: "1", wallClock: clock)
    )
    let source = LoadedSource(features: [feature], origin: .file)
    return ([.loaded(source)] + keys.map(Event.key)).flatMap { state.update($0, now: .zero) }
  }

  /// Applies the overrides of effects to a store.
  private static func apply(_ effects: [Effect], to store: FlagStore) async throws {
    for effect in effects {
      switch effect {
      case .overrides(let change): try await store.update(change)
      default: Issue.record("unexpected effect \(effect)")
      }
    }
  }

  @Test(arguments: FileFormats.names)
  func `the picker overrides each flag and test of a format as on and as off, and resets it`(
    format: String
  ) async throws {
    let store = FlagStore()
    try await store.update(to: try FileFormatTests.configuration(format))
    let names = store.features.filter { ![.value, .deprecated].contains($0.type) }.map(\.name)
    #expect(!names.isEmpty)
    for name in names {
      let before = try #require(store.feature(named: name))
      for isOn in [true, false] {
        let feature = try #require(store.feature(named: name))
        // The choices end with on, off and, after the first override, the reset.
        let count = (isOn ? 1 : 0) + (feature.isOverridden ? 1 : 0)
        let keys = [.character("v"), .end] + Array(repeating: Key.up, count: count) + [.enter]
        try await Self.apply(Self.press(keys, feature), to: store)
        #expect(store.feature(named: name)?.state(in: .development).isEnabled == isOn, "\(name)")
      }
      let feature = try #require(store.feature(named: name))
      try await Self.apply(Self.press([.character("v"), .end, .enter], feature), to: store)
      #expect(store.feature(named: name) == before)
    }
  }
}
