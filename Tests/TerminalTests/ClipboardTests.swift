import Foundation
import ScreenTestSupport
import TestSupport
import Testing

@testable import Terminal

/// Tests the sequences that copy a text to the clipboard of the terminal.
struct ClipboardTests {
  private func text(
    _ text: String,
    _ multiplexer: ClipboardSequence.Multiplexer
  ) -> String? {
    ClipboardSequence(text, through: multiplexer).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test(arguments: ["", "a", "ab", "abc", "abcd", "é\n日本\u{0}\u{1B}", "~~~???>>>"])
  func `the clipboard sequence contains the text as Base64`(text: String) {
    let encoded = Data(text.utf8).base64EncodedString()
    #expect(self.text(text, .none) == "\u{1B}]52;c;\(encoded)\u{07}")
  }

  @Test func `inside tmux the clipboard sequence is sent to tmux and to the outer terminal`() {
    #expect(
      text("abc", .tmux)
        == "\u{1B}]52;c;YWJj\u{07}\u{1B}Ptmux;\u{1B}\u{1B}]52;c;YWJj\u{07}\u{1B}\\"
    )
  }

  @Test func `inside GNU screen the sequence of the clipboard is sent in small pieces`() throws {
    let long = String(repeating: "0123456789", count: 100)
    let sequence = try #require(text(long, .screen))
    let pieces = sequence.components(separatedBy: "\u{1B}\\").dropLast()
    #expect(pieces.allSatisfy { $0.hasPrefix("\u{1B}P") && $0.utf8.count <= 256 })
    #expect(pieces.map { $0.dropFirst(2) }.joined() == text(long, .none))
  }

  @Test(arguments: ClipboardSequence.Multiplexer.allCases)
  func `a text is not copied if its Base64 encoding exceeds the limit`(
    multiplexer: ClipboardSequence.Multiplexer
  ) {
    #expect(text(String(repeating: "x", count: 56_244), multiplexer) != nil)
    #expect(text(String(repeating: "x", count: 56_245), multiplexer) == nil)
  }

  @Test(arguments: [
    ("xterm-256color", false, ClipboardSequence.Multiplexer.none), ("tmux-256color", true, .tmux),
    ("screen-256color", true, .tmux), ("screen.xterm-256color", false, .screen),
    ("screen", false, .screen),
  ])
  func `the terminal multiplexer is detected from the environment`(
    term: String,
    isInTmux: Bool,
    expected: ClipboardSequence.Multiplexer
  ) {
    #expect(TerminalOptions(term: term, isInTmux: isInTmux).multiplexer == expected)
  }

  @Test func `tmux stores the copied text in a buffer, and the screen does not change`()
    async throws
  {
    let session = try await TerminalSession()
    try session.setOption("set-clipboard", to: "on")
    try await session.startProbe()
    try session.press("Y")
    let screen = try await session.wait(for: "end 1")
    #expect(!screen.contains("52;c"))
    #expect(try session.clipboard() == "copied: é\n日本")
  }
}
