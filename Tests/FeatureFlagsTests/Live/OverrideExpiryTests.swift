import CoreTestSupport
import Foundation
import TestSupport
import Testing

@testable import FeatureFlags

/// Tests the expiry of overrides at the times in their file.
struct OverrideExpiryTests {
  private static let start = Date(timeIntervalSince1970: 1_795_255_331)

  private let folder: TemporaryFolder
  private let clock = ManualClock()
  private let wall = SettableClock(Self.start)

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Writes overrides, each with the seconds until its expiry; `nil` for an override without
  /// expiry.
  private func writeOverrides(_ ends: [OverrideKey: Double?]) throws {
    try folder.workspace().updateOverrides { overrides in
      overrides = ends.mapValues { seconds in
        let lifetime = seconds.map { Override.Lifetime.until(Self.start.addingTimeInterval($0)) }
        return Override(enabled: true, lifetime: lifetime ?? .kept)
      }
    }
  }

  /// Creates a store with three disabled features.
  private func store(_ workspace: Workspace? = nil) throws -> FlagStore {
    let store = FlagStore(workspace: workspace, now: { [wall] in wall.now }, clock: clock)
    try store.load(Configuration(features: ["A", "B", "C"].map { Feature(name: $0) }))
    return store
  }

  /// Advances the monotonic clock and the wall clock.
  private func advance(by seconds: Double) {
    wall.now += seconds
    clock.advance(by: .seconds(seconds))
  }

  private func on(_ store: FlagStore) -> String {
    store.features.filter { store.isEnabled($0.name) }.map(\.name.rawValue).joined()
  }

  @Test(arguments: [false, true])
  func `each override expires at its time, and the expiry is published`(isFollowed: Bool)
    async throws
  {
    try writeOverrides(["A": 60, "B": 90, "C": nil])
    let store = try store(isFollowed ? nil : folder.workspace())
    if isFollowed { store.followOverrides(at: folder.workspace().overridesPath) }
    var changes = store.changes().makeAsyncIterator()
    #expect(on(store) == "ABC")
    for (seconds, left) in [(60.0, "BC"), (30, "C")] {
      await clock.waitForSleepers()
      advance(by: seconds)
      let change = try #require(await changes.next(isolation: #isolation))
      #expect(change.cause == .expiry)
      #expect(on(store) == left)
    }
    #expect(clock.sleeperCount == 0, "no timer without an expiry")
    // Expired overrides remain in the file, and a reload does not restore them.
    try store.reloadOverrides()
    #expect(on(store) == "C")
  }

  @Test func `an override with a postponed or removed expiry does not expire at the old time`()
    async throws
  {
    try writeOverrides(["A": 60, "B": 60])
    let store = try store(folder.workspace())
    await clock.waitForSleepers()
    try writeOverrides(["A": 90, "B": nil])
    try store.reloadOverrides()
    // Waits until the timer of the old expiry is cancelled and a timer of the new one has started.
    await clock.waitForSleepers()
    advance(by: 60)
    #expect(on(store) == "AB")
    var changes = store.changes().makeAsyncIterator()
    advance(by: 30)
    _ = await changes.next(isolation: #isolation)
    #expect(on(store) == "B")
  }

  @Test func `an expiry that a reload detects before the timer is published as an expiry`()
    async throws
  {
    try writeOverrides(["A": 60])
    let store = try store(folder.workspace())
    var changes = store.changes().makeAsyncIterator()
    wall.now += 60
    try writeOverrides(["A": 60, "B": nil])
    try store.reloadOverrides()
    let causes = [
      await changes.next(isolation: #isolation)?.cause,
      await changes.next(isolation: #isolation)?.cause,
    ]
    #expect(causes == [.expiry, .others])
    #expect(on(store) == "B")
  }

  @Test func `the timer of a distant expiry checks the wall clock hourly`() async throws {
    try writeOverrides(["A": 1e11])
    let store = try store(folder.workspace())
    var changes = store.changes().makeAsyncIterator()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(3600))
    await clock.waitForSleepers()
    #expect(on(store) == "A")
    // Simulates a change of the wall clock, which does not notify the timer.
    wall.now += 1e11
    clock.advance(by: .seconds(3600))
    _ = await changes.next(isolation: #isolation)
    #expect(on(store).isEmpty)
  }

  @Test func `releasing a store cancels its timers`() async throws {
    try writeOverrides(["A": 60])
    var store: FlagStore? = try store(folder.workspace())
    store?.followOverrides(at: folder.workspace().overridesPath)
    await clock.waitForSleepers(2)
    store = nil
    #expect(clock.sleeperCount == 0)
  }

  @Test func `stored overrides apply with the first load, and are not published as a change`()
    async throws
  {
    try writeOverrides(["A": nil])
    let store = FlagStore(workspace: folder.workspace())
    var changes = store.changes().makeAsyncIterator()
    try store.load(Configuration(features: [Feature(name: "A")]))
    try store.load(Configuration(features: [Feature(name: "A"), Feature(name: "B")]))
    for added: [Feature.Name] in [["A"], ["B"]] {
      guard case .loaded(let difference) = await changes.next(isolation: #isolation)?.kind else {
        Issue.record("found another change than a load")
        return
      }
      #expect(difference.added == added)
    }
    #expect(on(store) == "A")
  }

  @Test func `overrides that another process changes are published when a load finds them`()
    async throws
  {
    let store = try store(folder.workspace())
    var changes = store.changes().makeAsyncIterator()
    try writeOverrides(["A": nil])
    try store.load(Configuration(features: [Feature(name: "A"), Feature(name: "B")]))
    let change = try #require(await changes.next(isolation: #isolation))
    guard case .overridden(let features) = change.kind else {
      Issue.record("found \(change.kind)")
      return
    }
    #expect(change.cause == .others)
    #expect(features.map(\.name) == ["A"])
  }
}
