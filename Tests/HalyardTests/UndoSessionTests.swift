import Frame
import ScreenTestSupport
import TestSupport
import Testing

/// Tests undo, lifetimes, and the summary of overrides on exit, in a real terminal.
struct UndoSessionTests {
  private let tester: Tester

  init() throws {
    tester = try Tester()
  }

  private func open(_ options: String = "") async throws -> TerminalSession {
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 32),
      environment: tester.environment
    )
    let program = ProgramRun.path(of: "halyard")
    try session.enter("cd \(tester.folder.path) && \(program) \(options)")
    try await session.wait(for: "New Cart")
    try session.type("/new")
    try session.press("Enter")
    return session
  }

  @Test
  func `the activity log shows operations from before the start, and o resets their overrides`()
    async throws
  {
    _ = try tester.halyard("enable", "New Cart")
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 32),
      environment: tester.environment
    )
    try session.enter("cd \(tester.folder.path) && \(ProgramRun.path(of: "halyard"))")
    try await session.wait(for: "New Cart")
    try session.type("3")
    try await session.wait { $0.contains("New Cart: source → Enabled") }
    try await session.wait { $0.contains("halyard enable") && $0.contains("◆ 1 overridden") }
    try session.type("o")
    try await session.wait {
      !$0.contains("◆ 1 overridden") && $0.contains("New Cart: Enabled → source")
    }
  }

  @Test func `x undoes a change directly after it, before the history was read`() async throws {
    let session = try await open()
    try session.type(" 3x")
    try await session.wait { $0.contains("Undone") && !$0.contains("◆ 1 overridden") }
  }

  @Test
  func `x undoes the operation under the cursor, names the one that is against it, and Z redoes`()
    async throws
  {
    _ = try tester.halyard("enable", "New Cart", "Gold theme", "--note", "QA-7")
    _ = try tester.halyard("disable", "New Cart")
    _ = try tester.halyard("set", "CTA colour", "Group B")
    let session = try await TerminalSession(
      size: Size(columns: 80, rows: 24),
      environment: tester.environment
    )
    try session.enter("cd \(tester.folder.path) && \(ProgramRun.path(of: "halyard"))")
    try await session.wait(for: "New Cart")
    try session.type("3")
    try await session.wait { $0.contains("2 overrides") && $0.contains("CTA colour: source →") }
    try session.type("Gx")
    try await session.wait { $0.contains("cannot be undone: the operation") }
    try session.type("kx")
    try await session.wait(for: "Undone: New Cart Disabled → Enabled")
    try await session.wait { $0.contains("undone · ") && $0.contains("◆ 3") }
    try session.type("Gx")
    try await session.wait(for: "Undone: Gold theme")
    try await session.wait { $0.contains("◆ 1") }
    try session.type("Z")
    try await session.wait(for: "Redone: Gold theme")
    try await session.wait { $0.contains("◆ 3") }
    try session.type("q#")
    try await session.wait { $0.contains("QA-7 · 2") && $0.contains("No note · 1") }
    try session.type("o")
    try await session.wait { $0.contains("QA-7 · 1") }
  }

  @Test func `a key that is typed right after undo acts on the restored state`() async throws {
    let session = try await open()
    try session.type(" zo")
    try await session.wait(for: "There is no override to reset.")
    try await session.wait { !$0.contains("◆ 1 overridden") }
    try session.type(" z ")
    try await session.wait { $0.contains("◆ 1 overridden") }
    try session.type("zz")
    try await session.wait(for: "There is nothing to undo.")
    try await session.wait { !$0.contains("◆ 1 overridden") }
    try session.type("Z")
    try await session.wait(for: "Redone: New Cart Disabled → Enabled (")
  }

  @Test func `undo of a delete restores the deleted feature with its override`() async throws {
    let session = try await open()
    try session.type(" xy")
    try await session.wait { !$0.contains("New Cart") }
    try session.type("z")
    try await session.wait { $0.contains("New Cart") && $0.contains("◆ 1 overridden") }
  }

  @Test func `an override with the lifetime session ends when the dashboard quits`() async throws {
    let session = try await open()
    try session.type(" L")
    try session.press("Right", "Enter")
    try await session.wait(for: "until the session ends")
    try session.type("q")
    try await session.waitForPrompt()
    #expect(!(try tester.halyard("show", "New Cart").output.contains("verride")))
  }

  @Test func `the dashboard names the active overrides when it quits, except with --quiet`()
    async throws
  {
    let session = try await open()
    try session.type(" q")
    try await session.wait(for: "1 override is active in the workspace")
    try session.enter("clear; \(ProgramRun.path(of: "halyard")) --quiet")
    try await session.wait(for: "◆ 1 overridden")
    try session.type("q")
    let screen = try await session.waitForPrompt()
    #expect(!screen.contains("is active"))
  }
}
