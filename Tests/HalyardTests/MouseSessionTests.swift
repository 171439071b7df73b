import ScreenTestSupport
import TestSupport
import Testing

@testable import halyard

/// Tests the release of the mouse in a real terminal.
struct MouseSessionTests {
  @Test(arguments: [(options: "", isUsed: true), ("--no-mouse", false)])
  func `K releases and takes the mouse, also across a stop of the program`(
    options: String,
    isUsed: Bool
  ) async throws {
    let tester = try Tester()
    let session = try await TerminalSession(environment: tester.environment)
    func expect(_ isUsed: Bool, _ screen: String) async throws {
      try await session.wait(for: screen)
      try await session.wait { _ in
        // Drops the error: the wait fails if tmux never reports the state.
        (try? session.state("#{mouse_button_flag}")) == (isUsed ? "1" : "0")
      }
    }
    let command = "\(ProgramRun.path(of: "halyard")) \(tester.file) \(options)"
    try session.enter(command)
    try await expect(isUsed, isUsed ? "q quit" : "mouse off")
    try session.type("K")
    try await expect(!isUsed, isUsed ? "mouse off" : "works in the dashboard")
    if isUsed {
      try session.press("C-z")
      try await session.wait { !$0.contains("mouse off") }
      try session.enter("fg")
      try await expect(false, "mouse off")
      try session.type("K")
      try await expect(true, "works in the dashboard")
    }
    try session.type("q")
    try await session.wait { !$0.contains("q quit") }
    #expect(try session.state("#{mouse_button_flag}") == "0")
  }
}
