import Frame
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the notices that explain the first override and the first failure, in a real terminal.
struct GreetingTests {
  private let tester: Tester

  init() throws {
    tester = try Tester()
  }

  private func open() async throws -> TerminalSession {
    let session = try await TerminalSession(
      size: Size(columns: 80, rows: 24),
      environment: tester.environment
    )
    try session.enter("cd \(tester.folder.path) && \(ProgramRun.path(of: "halyard"))")
    try await session.wait { $0.contains("New Cart") && $0.contains("quit") }
    return session
  }

  @Test func `only the first override of a workspace shows a notice that explains overrides`()
    async throws
  {
    let text =
      "• Only apps that you connect get your override; z undoes it, o resets it."
    let session = try await open()
    try session.type("j ")
    try await session.wait(for: text)
    try session.type("j ")
    try await session.wait { $0.contains("◆ 2 overridden") && !$0.contains("Only apps") }
    try session.type("q")
    try await session.waitForPrompt()
    _ = try tester.halyard("reset", "--all")
    try session.enter("clear; \(ProgramRun.path(of: "halyard"))")
    try await session.wait { $0.contains("New Cart") && $0.contains("quit") }
    try session.type("j ")
    try await session.wait { $0.contains("◆ 1 overridden") && !$0.contains("Only apps") }
  }

  @Test func `only the first failure of a source shows a notice with the keys for a failure`()
    async throws
  {
    let session = try await open()
    try tester.folder.write("[", to: "Features.json")
    try await session.wait { $0.contains("retries, 5 lists the problems)") }
    try session.type("j")
    try await session.wait { !$0.contains("lists the problems") }
    try tester.folder.write("[{]", to: "Features.json")
    try await session.wait { $0.contains("column 3: found") && !$0.contains("lists the problems") }
  }
}
