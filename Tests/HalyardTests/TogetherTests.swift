import Dashboard
import FeatureFlags
import Locking
import TestSupport
import Testing

/// Several dashboards and command lines on one workspace, at once.
struct TogetherTests {
  private static let commandNames = ["A", "B", "C", "D"]
  private static let keyNames = ["Left one", "Right one"]

  private static var configuration: String {
    let names = (commandNames + keyNames).map { "{ \"name\": \"\($0)\" }" }
    return "[\(names.joined(separator: ", "))]"
  }

  @Test func `What each of them decided last stands, and no file is ever half written`()
    async throws
  {
    let tester = try Tester(configuration: Self.configuration)
    let dashboards = try await Self.open(tester)
    let end = ContinuousClock.now + (Effort.isFull ? .seconds(30) : .seconds(1))
    let readings = Task.detached { try await Self.read(tester, until: end) }
    let commands = Task.detached { Self.run(tester, until: end) }
    var last = try await Self.type(into: dashboards, until: end)
    last.merge(await commands.value) { $1 }
    #expect(try await readings.value > 0)
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
  }

  /// Two dashboards, each with the cursor on a feature of its own.
  private static func open(_ tester: Tester) async throws -> [TerminalSession] {
    var sessions: [TerminalSession] = []
    for name in keyNames {
      let session = try await TerminalSession(
        size: Size(columns: 90, rows: 24),
        environment: tester.environment
      )
      try session.enter("\(TerminalSession.program("halyard")) --workspace w \(tester.file)")
      try await session.wait { $0.contains(name) && $0.contains("quit") }
      try session.type("/\(name)")
      try session.press("Enter")
      sessions.append(session)
    }
    return sessions
  }

  /// Flips with keys; what the last of them said.
  private static func type(
    into dashboards: [TerminalSession],
    until end: ContinuousClock.Instant
  ) async throws -> [String: Bool] {
    var isOn = false
    while .now < end {
      for dashboard in dashboards { try dashboard.type(" ") }
      isOn.toggle()
      await Task.yield()
    }
    return Dictionary(uniqueKeysWithValues: keyNames.map { ($0, isOn) })
  }

  /// Flips with commands, in four loops; what the last of each said.
  private static func run(
    _ tester: Tester,
    until end: ContinuousClock.Instant
  ) -> [String: Bool] {
    let last = Locked<[String: Bool]>([:])
    onThreads(commandNames.count) { number in
      let name = commandNames[number]
      var isOn = false
      while .now < end {
        isOn.toggle()
        let words = [isOn ? "enable" : "disable", name, "--workspace", "w"]
        do {
          let run = try tester.halyard(words)
          #expect(run.exitCode == 0, "\(run.errors)")
        } catch {
          Issue.record(error)
        }
        last.withLock { [isOn] in $0[name] = isOn }
      }
    }
    return last.withLock { $0 }
  }

  /// Reads the file of overrides over and over; how often it was there.
  private static func read(
    _ tester: Tester,
    until end: ContinuousClock.Instant
  ) async throws -> Int {
    let home = tester.folder.path(of: "home")
    let workspace = Workspace(name: "w", source: "", stateRoot: home, cacheRoot: home)
    var count = 0
    while .now < end {
      if try !workspace.overrides().isEmpty { count += 1 }
      await Task.yield()
    }
    return count
  }
}

extension String {
  /// Whether the line of a feature has a state.
  fileprivate func shows(_ name: String, _ state: String) -> Bool {
    split(separator: "\n").contains { $0.contains(" \(name) ") && $0.contains(" \(state) ") }
  }
}
