import FeatureFlags
import Frame
import Networking
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests sources that cannot be parsed, at the start of the dashboard and after a change.
struct BrokenSourceTests {
  private static let broken = "{ \"features\": [\n  { \"name\": }\n] }"
  private static let reason = "column 13: found \"}\""

  private let tester: Tester

  init() throws {
    tester = try Tester()
  }

  private func open(columns: Int, _ options: String = "") async throws -> TerminalSession {
    let session = try await TerminalSession(
      size: Size(columns: columns, rows: 24),
      environment: tester.environment
    )
    let halyard = ProgramRun.path(of: "halyard")
    try session.enter("cd \(tester.folder.path) && \(halyard) \(options)")
    return session
  }

  @Test func `a file that is malformed when the dashboard starts is reported with line and column`()
    async throws
  {
    #expect(try tester.halyard("refresh").exitCode == 0)
    try tester.folder.write(Self.broken, to: "Features.json")
    let session = try await open(columns: 120)
    let words = "Features.json:2: \(Self.reason)"
    try await session.wait {
      $0.contains("✗ \(words)") && $0.contains("from the cache · line 2: \(Self.reason)")
        && $0.contains("New Cart")
    }
    try session.type("3")
    let log = try await session.wait(for: "╭ Activity 1 ")
    #expect(log.contains("✗ Features.json:2: column 13"))
    #expect(log.contains("the last known good configuration"))
    try tester.folder.write(Tester.configuration, to: "Features.json")
    try await session.wait {
      $0.contains("✓ Features.json can be read again: 4 features, no changes.")
        && $0.contains("╭ Activity 2 ") && !$0.contains("from the cache")
    }
  }

  @Test func `a problem of the cached document has the label "cached" before the file name`()
    async throws
  {
    try tester.folder.write("[\n { \"name\": \"New Cart\" },\n 5 ]", to: "Features.json")
    #expect(try tester.halyard("refresh").exitCode == 0)
    try tester.folder.write(Self.broken, to: "Features.json")
    let session = try await open(columns: 120, "Features.json")
    try await session.wait(for: "from the cache")
    try session.type("5")
    let screen = try await session.wait(for: "╭ Problems 2 errors ─")
    #expect(screen.contains("✗ Features.json:2: column 13"))
    #expect(screen.contains("✗ #2  cached Features.json:3"))
  }

  @Test func `at 80 columns, the header truncates the reason why the file cannot be parsed`()
    async throws
  {
    #expect(try tester.halyard("refresh").exitCode == 0)
    try tester.folder.write(Self.broken, to: "Features.json")
    let session = try await open(columns: 80)
    let screen = try await session.wait(for: "▲ from the cache")
    #expect(screen.contains("▲ from the cache   line 2: column …  ✗ 1 problem (5)"))
  }

  @Test
  func
    `a file that becomes malformed without a cache keeps the features and shows the error until repaired`()
    async throws
  {
    let session = try await open(columns: 120, "--read-only")
    try await session.wait { $0.contains("New Cart") && $0.contains("quit") }
    try tester.folder.write(Self.broken, to: "Features.json")
    try await session.wait {
      $0.contains("file · line 2: \(Self.reason)") && $0.contains("✗ Features.json:2:")
        && $0.contains("New Cart")
    }
    try tester.folder.write(Tester.configuration, to: "Features.json")
    try await session.wait {
      $0.contains("✓ Features.json can be read again: 4 features, no changes.")
        && !$0.contains("line 2")
    }
  }

  @Test func `a malformed response body is reported, and its repair is reported only once`()
    async throws
  {
    let server = try LocalServer { _ in .text(Tester.configuration) }
    let address = server.url("/features.json")
    #expect(try tester.halyard("refresh", "-s", address).exitCode == 0)
    server.change { _ in .text(Self.broken) }
    let session = try await open(columns: 280, "-s '\(address)' --poll 2s")
    try await session.wait {
      $0.contains("✗ \(address):2: \(Self.reason)") && $0.contains("✗ failed  from the cache")
        && $0.contains("line 2: \(Self.reason)")
    }
    try session.type("3")
    try await session.wait(for: "✗ \(address):2: column 13")
    server.change { _ in .text(Tester.configuration) }
    try session.type("r")
    try await session.wait {
      $0.contains("✓ features.json can be read again.") && $0.contains("remote · 200")
    }
    let count = server.requests.count
    try session.type("r")
    let log = try await session.wait { _ in server.requests.count >= count + 2 }
    #expect(log.ranges(of: "◆ features.json can be read again.").count == 1)
  }
}
