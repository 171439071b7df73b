import Foundation
import Frame
import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests that programs apply the overrides of other programs.
@Suite(.tags(.concurrent))
struct FollowingTests {
  private static let size = Size(columns: 120, rows: 30)

  @Test func `env prints an export line for a shell, and quotes any path`() throws {
    let tester = try Tester()
    let home = tester.folder.path + "/it's here"
    let run = try ProgramRun(
      ["env", "--workspace", "w"],
      environment: ["HALYARD_HOME": home],
      folder: tester.folder.path
    )
    let quoted = tester.folder.path + "/it'\\''s here/w/overrides.json"
    #expect(run.output == "export HALYARD_OVERRIDES='\(quoted)'\n")
    try tester.folder.write(run.output, to: "environment")
    let script = ". ./environment; test \"$HALYARD_OVERRIDES\" = \"$0/w/overrides.json\""
    let shell = try tester.halyard("run", "sh", "-c", script, home)
    #expect(shell.exitCode == 0)
  }

  @Test func `run passes the path of the overrides file and all arguments to the program`() throws {
    let tester = try Tester()
    let run = try tester.halyard("run", "--workspace", "w", "printenv", "HALYARD_OVERRIDES")
    #expect(run.output.hasSuffix("/w/overrides.json\n"))
    #expect(run.output.hasPrefix("/"))
    #expect(try tester.halyard("run", "--", "ls", "-d", "/").output == "/\n")
    #expect(try tester.halyard("run", "false").exitCode == 1)
  }

  @Test(arguments: [("no-such-program", 127), ("/", 126)])
  func `if a program cannot be executed, the error of run names the program`(
    name: String,
    exitCode: Int32
  ) throws {
    let run = try Tester().halyard("run", name)
    #expect(run.errors.hasPrefix("halyard: error: \(name): cannot be run: "))
    #expect(run.exitCode == exitCode)
  }

  @Test func `a dashboard shows and logs an override that another program sets`() async throws {
    let tester = try Tester()
    let session = try await TerminalSession(size: Self.size, environment: tester.environment)
    try session.enter("\(ProgramRun.path(of: "halyard")) --workspace w \(tester.file)")
    try await session.wait { $0.contains("New Cart") && $0.contains("quit") }
    #expect(try tester.halyard("enable", "New Cart", "--workspace", "w").exitCode == 0)
    try await session.wait { $0.contains("◆ 1 overridden") }
    #expect(try tester.halyard("reset", "New Cart", "--workspace", "w").exitCode == 0)
    try await session.wait { !$0.contains("◆ 1 overridden") }
    try session.type("3")
    try await session.wait {
      $0.contains("◆ New Cart: Enabled → source") && $0.contains("halyard reset")
        && $0.contains("◆ New Cart: source → Enabled") && $0.contains("halyard enable")
    }
    try session.type("q")
    try await session.wait { !$0.contains("New Cart") }
  }

  @Test func `a report counts the programs that follow the overrides of the workspace`()
    async throws
  {
    let tester = try Tester()
    let report = ["report", "--workspace", "w", "-s", tester.file, "--output", "-"]
    #expect(try tester.halyard(report).output.contains("| Workspace | w |"))
    var sessions: [TerminalSession] = []
    for text in ["w; 1 program follows its overrides", "w; 2 programs follow its overrides"] {
      let session = try await TerminalSession(size: Self.size, environment: tester.environment)
      try session.enter("\(ProgramRun.path(of: "halyard")) --workspace w \(tester.file)")
      try await session.wait(for: "New Cart")
      try await session.wait { _ in
        // Ignores an error of the command, which runs again until the condition is met.
        (try? tester.halyard(report))?.output.contains("| Workspace | \(text) |") == true
      }
      sessions.append(session)
    }
  }

  @Test func `a dashboard clears and logs an override when it expires`() async throws {
    let tester = try Tester()
    let session = try await TerminalSession(size: Self.size, environment: tester.environment)
    try session.enter("\(ProgramRun.path(of: "halyard")) --workspace w \(tester.file)")
    try await session.wait { $0.contains("New Cart") && $0.contains("quit") }
    let end = Date(timeIntervalSinceNow: 4).formatted(.iso8601)
    let text = #"{ "overrides": { "New Cart": { "enabled": true, "until": "\#(end)" } } }"#
    try tester.folder.write(text, to: "home/w/overrides.json")
    try await session.wait(for: "◆ 1 overridden")
    try session.type("3")
    let screen = try await session.wait { $0.contains("→ source") && $0.contains("expired · ") }
    #expect(!screen.contains("◆ 1 overridden"))
    #expect(screen.contains("◇ New Cart: Enabled until "))
  }

  @Test func `an edited source file is applied, and a malformed one is reported`() async throws {
    let tester = try Tester()
    let session = try await TerminalSession(size: Self.size, environment: tester.environment)
    try session.enter("\(ProgramRun.path(of: "halyard")) \(tester.file)")
    try await session.wait { $0.contains("New Cart") && $0.contains("quit") }
    let edited = Tester.configuration.replacing("\"New Cart\"", with: "\"Newer Cart\"")
    try tester.folder.write(edited, to: "Features.json")
    try await session.wait {
      $0.contains("╭ Features 4  ✦ 1 added, 1 removed ─")
        && $0.contains("✓ The file changed: 4 features, 1 added, 1 removed.")
    }
    try tester.folder.write("{ \"features\": [", to: "Features.json")
    try await session.wait { $0.contains("from the cache") && $0.contains("Newer Cart") }
    try session.type("3")
    let screen = try await session.wait(for: "The file changed: 4 features")
    #expect(screen.contains("1 added: Newer Cart; 1 removed: New Cart"))
    #expect(screen.contains("✗"))
    try tester.folder.write(Tester.configuration, to: "Features.json")
    try await session.wait { !$0.contains("from the cache") && $0.contains("read again: 4") }
  }

  @Test
  func `the list title and the notice count the same changes of an emptied and a refilled file`()
    async throws
  {
    let tester = try Tester()
    let session = try await TerminalSession(size: Self.size, environment: tester.environment)
    try session.enter("\(ProgramRun.path(of: "halyard")) \(tester.file)")
    try await session.wait { $0.contains("New Cart") && $0.contains("quit") }
    try tester.folder.write("[]", to: "Features.json")
    try await session.wait {
      $0.contains("╭ Features 0  ✦ 4 removed ─")
        && $0.contains("The file changed: 0 features, 4 removed.")
    }
    try tester.folder.write(Tester.configuration, to: "Features.json")
    try await session.wait {
      $0.contains("╭ Features 4  ✦ 4 added ─")
        && $0.contains("The file changed: 4 features, 4 added.")
    }
  }

  @Test func `a malformed overrides file is reported, and the active overrides still apply`()
    async throws
  {
    let tester = try Tester()
    let session = try await TerminalSession(size: Self.size, environment: tester.environment)
    #expect(try tester.halyard("enable", "New Cart", "--workspace", "w").exitCode == 0)
    try session.enter("\(ProgramRun.path(of: "halyard")) --workspace w \(tester.file)")
    try await session.wait(for: "◆ 1 overridden")
    let path = "home/w/overrides.json"
    let text = try tester.folder.read(path)
    try tester.folder.write("{ \"overrides\": [", to: path)
    try await session.wait(for: "overrides.json")
    #expect(try session.screen().contains("◆ 1 overridden"))
    try session.type("j ")
    try await session.wait(for: "◆ 2 overridden")
    try tester.folder.write(text, to: path)
    try await session.wait(for: "can be read again")
    #expect(try session.screen().contains("◆ 2 overridden"))
    // The dashboard saves the override that it set in the meantime, together with the repaired ones.
    try await session.wait { _ in
      let saved = (try? tester.folder.read(path)) ?? ""
      return saved.hasPrefix("{") && saved.split(separator: "\"lifetime\"").count == 3
    }
  }

  @Test func `an app applies every override that the dashboard and the command line set`()
    async throws
  {
    let tester = try Tester(
      configuration: """
        [
          { "name": "New Cart" }, { "name": "Express Pay" },
          { "name": "Layout", "test-variations": ["Grid", "List", "Magazine"] }
        ]
        """
    )
    let halyard = ProgramRun.path(of: "halyard")
    let shop = try await TerminalSession(size: Self.size, environment: tester.environment)
    let program = ProgramRun.path(of: "shop")
    try shop.enter("\(halyard) run -s \(tester.file) \(program) \(tester.file)")
    try await shop.wait(for: "changes 0")
    let dashboard = try await TerminalSession(size: Self.size, environment: tester.environment)
    try dashboard.enter("\(halyard) \(tester.file)")
    try await dashboard.wait { $0.contains("New Cart") && $0.contains("quit") }
    try dashboard.type("/New Cart")
    try dashboard.press("Enter")
    let flips = Effort.isFull ? 100 : 10
    for flip in 1...flips {
      try dashboard.type(" ")
      let words = flip.isMultiple(of: 2) ? "Cart (2)" : "Your cart stays open"
      try await shop.wait { $0.contains("changes \(flip)") && $0.contains(words) }
    }
    for flip in 1...flips {
      let command = flip.isMultiple(of: 2) ? "disable" : "enable"
      #expect(try tester.halyard(command, "Express Pay").exitCode == 0)
      try await shop.wait { screen in
        screen.contains("changes \(flips + flip)")
          && screen.contains("One touch") != flip.isMultiple(of: 2)
      }
    }
    #expect(try tester.halyard("set", "Layout", "Magazine").exitCode == 0)
    try await shop.wait(for: "and how it is made")
    try shop.press("C-c")
    #expect(!(try await shop.waitForPrompt().contains("Chandlery")))
  }
}
