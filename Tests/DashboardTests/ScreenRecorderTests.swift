import ScreenTestSupport
import TestSupport
import Testing

/// Tests the recording of expected screens in test files.
struct ScreenRecorderTests {
  private static let source = #"""
    struct Tests {
      func first() {
        expectScreen(
          state,
          """
          ╭ list ╮
            New Cart

          """
        )
      }

      func second() {
        let copy = """
          ╭ list ╮
            New Cart

          """
      }
    }

    """#

  private static let screen = "╭ list ╮\n  New Cart\n"

  private func record(
    _ screen: String,
    replacing expected: String = screen,
    in source: String = source,
    line: Int = 3
  ) throws -> String {
    let folder = try TemporaryFolder()
    let path = try folder.write(source, to: "Tests.swift")
    try ScreenRecorder().record(screen, replacing: expected, path: path, line: line)
    return try folder.read("Tests.swift")
  }

  @Test func `the recorder replaces the literal after the call and keeps its indentation`() throws {
    let found = try record("╭ list ╮\n\n  Old Cart\n  Gold")
    let expected = Self.source.split(separator: "\n", omittingEmptySubsequences: false)
    var lines = expected.map(String.init)
    lines.replaceSubrange(5..<8, with: ["      ╭ list ╮", "", "        Old Cart", "        Gold"])
    #expect(found == lines.joined(separator: "\n"))
  }

  @Test
  func `if two literals have the expected text, the recorder replaces the one after the call`()
    throws
  {
    let found = try record("new", line: 13)
    #expect(found.contains("    expectScreen(\n      state,\n      \"\"\"\n      ╭ list ╮\n"))
    #expect(found.contains("let copy = \"\"\"\n      new\n      \"\"\""))
  }

  @Test
  func `the recorder replaces a literal above the call if no other literal has the expected text`()
    throws
  {
    #expect(try record("new", line: 99).contains("let copy = \"\"\"\n      new\n      \"\"\""))
  }

  @Test
  func `after a recording has shifted lines, the next call replaces its own literal`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.source, to: "Tests.swift")
    let recorder = ScreenRecorder()
    let long = String(repeating: "row\n", count: 30)
    try recorder.record(long, replacing: Self.screen, path: path, line: 3)
    // After the first rewrite, line 13 of the file is inside the first literal.
    try recorder.record("new", replacing: Self.screen, path: path, line: 13)
    let found = try folder.read("Tests.swift")
    #expect(found.contains("let copy = \"\"\"\n      new\n      \"\"\""))
    try recorder.record("short", replacing: long, path: path, line: 3)
    #expect(
      try folder.read("Tests.swift").contains("state,\n      \"\"\"\n      short\n      \"\"\"")
    )
  }

  @Test(arguments: ["", "#"])
  func `special characters of a recorded screen are escaped in the literal`(hashes: String) throws {
    let screen = "a \\ b \\n c \\# d \"\"\" \"\"\"\"\" e \\\\ \u{1B}[0m\t\n\n\\(x) \\#(y)\\"
    let source = "let screen = \(hashes)\"\"\"\n  old\n  \"\"\"\(hashes)\n"
    let folder = try TemporaryFolder()
    let path = try folder.write(source, to: "Tests.swift")
    let recorder = ScreenRecorder()
    try recorder.record(screen, replacing: "old", path: path, line: 1)
    try recorder.record("old", replacing: screen, path: path, line: 1)
    #expect(try folder.read("Tests.swift") == source)
  }

  @Test
  func `recording into a literal with an interpolation fails and leaves the file unchanged`() throws
  {
    let folder = try TemporaryFolder()
    let source = "let screen = \"\"\"\n  \\(name)\n  \"\"\"\n"
    let path = try folder.write(source, to: "Tests.swift")
    #expect(throws: ScreenRecorder.Failure.literalNotFound(path: path, line: 1)) {
      try ScreenRecorder().record("new", replacing: "shop", path: path, line: 1)
    }
    #expect(try folder.read("Tests.swift") == source)
  }

  @Test func `recording a screen that another call has already recorded is no error`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("let screen = \"\"\"\n  old\n  \"\"\"\n", to: "Tests.swift")
    let recorder = ScreenRecorder()
    try recorder.record("new", replacing: "old", path: path, line: 1)
    try recorder.record("new", replacing: "old", path: path, line: 1)
    #expect(throws: ScreenRecorder.Failure.literalNotFound(path: path, line: 1)) {
      try recorder.record("other", replacing: "old", path: path, line: 1)
    }
  }

  @Test func `recording into a missing test file is an error`() {
    #expect(throws: ScreenRecorder.Failure.unreadable(path: "/none/Tests.swift")) {
      try ScreenRecorder().record("new", replacing: "old", path: "/none/Tests.swift", line: 1)
    }
  }

  @Test func `concurrent recordings into one file are all written`() throws {
    let folder = try TemporaryFolder()
    let count = 40
    let source = (0..<count).map { "expectScreen(\n  \"\"\"\n  old\n  \"\"\"\n) // \($0)\n" }
      .joined()
    let path = try folder.write(source, to: "Tests.swift")
    let recorder = ScreenRecorder()
    onThreads(count) { index in
      let screen = String(repeating: "row \(index)\n", count: index + 1)
      do {
        try recorder.record(screen, replacing: "old", path: path, line: index * 5 + 1)
      } catch {
        Issue.record(error)
      }
    }
    let found = try folder.read("Tests.swift")
    let expected = (0..<count).map { index in
      "expectScreen(\n  \"\"\"\n" + String(repeating: "  row \(index)\n", count: index + 1)
        + "\n  \"\"\"\n) // \(index)\n"
    }
    #expect(found == expected.joined())
  }
}
