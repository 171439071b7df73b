import Frame
import ScreenTestSupport
import TestSupport
import Testing

/// Tests the dashboard in a real terminal while it loads a large file.
@Suite(.serialized)
struct LoadingSessionTests {
  private let tester: Tester

  init() throws {
    tester = try Tester()
    let features = (0..<200_000).map { number in
      #"{"name":"feature \#(number)","section":"Section \#(number % 7)","#
        + #""description":"What the feature does for the shop","enabled":\#(number % 2 == 0)}"#
    }
    let text = "{\"features\":[\n" + features.joined(separator: ",\n") + "\n]}\n"
    try tester.folder.write(text, to: "Large.json")
  }

  private func open() async throws -> TerminalSession {
    let session = try await TerminalSession(
      size: Size(columns: 100, rows: 24),
      environment: tester.environment
    )
    let halyard = ProgramRun.path(of: "halyard")
    try session.enter("cd \(tester.folder.path) && \(halyard) Large.json; echo \"ended with $?\"")
    return session
  }

  @Test func `rows are visible and keys work before the load ends, and all rows arrive`()
    async throws
  {
    let session = try await open()
    let first = try await session.wait { $0.contains("so far") && $0.contains("Section 0") }
    #expect(first.contains("loading ▰") || first.contains("loading ▱"))
    try session.press("Down", "Down")
    try await session.wait { $0.contains(" 3/") }
    try session.type(" ")
    try await session.wait { $0.contains("◆ 1") }
    try await session.wait(within: .seconds(100)) { $0.contains("Features 200000") }
    let last = try await session.wait { !$0.contains("loading ▰") && !$0.contains("so far") }
    #expect(last.contains("◆ 1"))
    try session.type("q")
    try await session.wait(for: "ended with 0")
  }

  @Test func `Escape cancels the load, and a refresh completes the list`() async throws {
    let session = try await open()
    try await session.wait { $0.contains("so far") && $0.contains("esc cancel loading") }
    try session.press("Escape")
    try await session.wait { $0.contains("incomplete") && $0.contains("the load was cancelled") }
    try session.type("r")
    try await session.wait(within: .seconds(100)) { $0.contains("Features 200000") }
    try session.type("q")
    try await session.wait(for: "ended with 0")
  }
}
