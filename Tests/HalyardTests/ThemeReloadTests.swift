import Frame
import ScreenTestSupport
import TestSupport
import Testing

/// Tests that the dashboard loads the file of its theme again when the file changes.
struct ThemeReloadTests {
  private static func scheme(background: String) -> String {
    let names = [
      "black", "red", "green", "yellow", "blue", "purple", "cyan", "white", "brightBlack",
      "brightRed", "brightGreen", "brightYellow", "brightBlue", "brightPurple", "brightCyan",
      "brightWhite",
    ]
    let colours = names.map { "  \"\($0)\": \"#808080\"" }.joined(separator: ",\n")
    return "{\n  \"foreground\": \"#ffffff\",\n  \"background\": \(background),\n\(colours)\n}\n"
  }

  @Test(arguments: [true, false])
  func `a changed theme file is loaded again, and a broken one is reported with its line`(
    isPath: Bool
  ) async throws {
    let tester = try Tester()
    let file = isPath ? "mine.json" : "home/themes/mine.json"
    try tester.folder.write(Self.scheme(background: "\"#000000\""), to: file)
    let session = try await TerminalSession(
      size: Size(columns: 120, rows: 24),
      environment: tester.environment
    )
    let option = isPath ? "./mine.json" : "mine"
    try session.enter(
      "cd \(tester.folder.path) && \(ProgramRun.path(of: "halyard")) --theme \(option)"
    )
    try await session.wait { $0.contains("New Cart") && $0.contains("quit") }
    let before = try session.screen(withColours: true)
    try tester.folder.write(Self.scheme(background: "\"#202060\""), to: file)
    try await session.wait(for: "✓ The theme mine was loaded again.")
    let after = try session.screen(withColours: true)
    #expect(after != before)
    try tester.folder.write(Self.scheme(background: "blue"), to: file)
    let screen = try await session.wait(for: "✗ The old theme applies: ")
    #expect(screen.contains("mine.json:3:"))
    try tester.folder.write(Self.scheme(background: "\"#000000\""), to: file)
    try await session.wait(for: "✓ The theme mine was loaded again.")
    try session.type("q")
    try await session.waitForPrompt()
  }
}
