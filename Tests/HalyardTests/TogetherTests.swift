import CoreTestSupport
import FeatureFlags
import Foundation
import Frame
import Locking
import ScreenTestSupport
import TestSupport
import Testing

/// Tests concurrent dashboards and commands on one workspace.
@Suite(.tags(.concurrent))
struct TogetherTests {
  private static let commandNames = ["A", "B", "C", "D"]
  private static let keyNames = ["Left one", "Right one"]

  private static var configuration: String {
    let names = (commandNames + keyNames).map { "{ \"name\": \"\($0)\" }" }
    return "[\(names.joined(separator: ", "))]"
  }

  @Test
  func `concurrent writers lose no override, and the history agrees with the overrides`()
    async throws
  {
    let tester = try Tester(configuration: Self.configuration)
    let dashboards = try await Self.open(tester)
    let end = ContinuousClock.now + (Effort.isFull ? .seconds(30) : .seconds(1))
    let last = try await Self.decide(tester, dashboards, until: end)
    for dashboard in dashboards {
      try await dashboard.wait { screen in
        last.allSatisfy { name, isOn in screen.shows(name, isOn ? "Enabled" : "Disabled") }
      }
    }
    for (name, isOn) in last {
      let shown = try tester.halyard("show", name, "--workspace", "w", "--json").output
      #expect(shown.contains("\"enabled\": \(isOn)"), "\(shown)")
    }
    #expect(last.count == 6)
    let workspace = Self.workspace(tester)
    #expect(try workspace.history().overrides == workspace.overrides())
  }

  private static func workspace(_ tester: Tester) -> Workspace {
    let home = tester.folder.path(of: "home")
    return Workspace(name: "w", source: "", stateRoot: home, cacheRoot: home)
  }

  /// Opens two dashboards with the cursor on different features.
  private static func open(_ tester: Tester) async throws -> [TerminalSession] {
    var sessions: [TerminalSession] = []
    for name in keyNames {
      let session = try await TerminalSession(
        size: Size(columns: 90, rows: 24),
        environment: tester.environment
      )
      try session.enter("\(ProgramRun.path(of: "halyard")) --workspace w \(tester.file)")
      try await session.wait { $0.contains(name) && $0.contains("quit") }
      try session.type("/\(name)")
      try session.press("Enter")
      try await session.wait { $0.contains("▌ ⚐ \(name)") && $0.contains("1 of 6") }
      // Ends the search, which hides the other features. The cursor does not move.
      try session.press("Escape")
      try await session.wait { $0.contains("▌ ⚐ \(name)") && $0.contains("⚐ A ") }
      sessions.append(session)
    }
    return sessions
  }

  /// Overrides features by keys and by commands while another thread reads the file.
  ///
  /// - Returns: The last override of each feature.
  /// - Throws: The first error of a thread.
  private static func decide(
    _ tester: Tester,
    _ dashboards: [TerminalSession],
    until end: ContinuousClock.Instant
  ) async throws -> [String: Bool] {
    let last = Locked<[String: Bool]>([:])
    let work = commandNames.map { name in
      { @Sendable () throws in
        let isOn = try flip(name, tester, until: end)
        last.withLock { $0[name] = isOn }
      }
    }
    let typing = { @Sendable () throws in
      let isOn = try type(into: dashboards, until: end)
      last.withLock { last in
        for name in keyNames { last[name] = isOn }
      }
    }
    let reading = { @Sendable () throws in
      let count = try read(tester, until: end)
      #expect(count > 0)
    }
    let all = work + [typing, reading]
    let results = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let results = Locked<[Result<Void, any Error>]>([])
        onThreads(all.count) { number in
          let result = Result { try all[number]() }
          results.withLock { $0.append(result) }
        }
        continuation.resume(returning: results.withLock { $0 })
      }
    }
    for result in results { try result.get() }
    return last.withLock { $0 }
  }

  /// Toggles a feature by key presses, and returns its last state on the screen.
  private static func type(
    into dashboards: [TerminalSession],
    until end: ContinuousClock.Instant
  ) throws -> Bool {
    var isOn = false
    while .now < end {
      for dashboard in dashboards { try dashboard.type(" ") }
      isOn.toggle()
    }
    return isOn
  }

  /// Toggles a feature by commands, and returns its last printed state.
  private static func flip(
    _ name: String,
    _ tester: Tester,
    until end: ContinuousClock.Instant
  ) throws -> Bool {
    var isOn = false
    while .now < end {
      isOn.toggle()
      let run = try tester.halyard(isOn ? "enable" : "disable", name, "--workspace", "w")
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    return isOn
  }

  /// Reads the overrides file until the given time, and returns the number of successful reads.
  private static func read(_ tester: Tester, until end: ContinuousClock.Instant) throws -> Int {
    let workspace = workspace(tester)
    var count = 0
    while .now < end {
      if try !workspace.overrides().isEmpty { count += 1 }
    }
    return count
  }
}

extension String {
  /// Whether the line of the given feature contains the given state.
  fileprivate func shows(_ name: String, _ state: String) -> Bool {
    split(separator: "\n").contains { $0.contains(" \(name) ") && $0.contains(" \(state) ") }
  }
}
