import Foundation
import Frame
import Glibc
import TestSupport
import Testing

@testable import Terminal

@Suite struct ScreenTests {
  /// The width of a scalar in cells as `wcwidth` of an old C library returns it; -1 if unknown.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case ..<32, 0x1FAE8: -1
    case 0x300...0x36F, 0x200D, 0xFE0F: 0
    case 0x1100...0x115F, 0x2E80...0xD7A3, 0x1F300...0x1FAFF: 2
    default: 1
    }
  }

  @Test(arguments: [
    (Cell(text: "a"), 9, "a", 1, 0),
    (Cell(text: "e\u{301}"), 9, "e\u{301}", 1, 0),
    (Cell(text: "日", width: 2), 9, "日", 2, 0),
    (Cell(text: "日", width: 2), 1, "\u{FFFD}", 1, 0),
    (Cell(text: "日", width: 1), 9, "\u{FFFD}", 1, 0),
    (Cell(text: "\u{1FAE8}", width: 2), 9, "\u{FFFD}", 1, 1),
    (Cell(text: "\u{26A0}\u{FE0F}", width: 2), 9, "\u{26A0}", 1, 1),
    (Cell(text: "👨\u{200D}👩\u{200D}👧", width: 2), 9, "👨", 2, 0),
    (Cell(text: "e\u{301}\u{302}\u{303}\u{304}\u{305}"), 9, "e\u{301}\u{302}\u{303}\u{304}", 1, 0),
    (Cell(text: "\u{301}"), 9, "\u{FFFD}", 1, 0),
    (Cell(text: "\u{1B}"), 9, "\u{FFFD}", 1, 0),
    (Cell(text: "", width: 0), 9, " ", 1, 0),
    (Cell(text: ""), 9, " ", 1, 0),
  ])
  func `a glyph is never wider than its cell`(
    cell: Cell,
    room: Int,
    text: String,
    width: Int,
    padding: Int
  ) {
    let glyph = Glyph(cell, room: room, widthOf: Self.width)
    #expect(glyph.scalars == Array(text.unicodeScalars))
    #expect(glyph.width == width)
    #expect(glyph.padding == padding)
  }

  @Test func `the mode sequences are those of the terminal database`() {
    let xterm = TerminalModes(term: "xterm") {
      [
        "smkx": "<keys>", "rmkx": "</keys>", "rmcup": "$<50/>back$<5>", "cnorm": "cursor",
        "op": "$",
      ][$0]
    }
    #expect(String(decoding: xterm.enter, as: UTF8.self) == "<keys>\u{1B}[?2004h")
    #expect(String(decoding: xterm.leave, as: UTF8.self) == "\u{1B}[?2004l</keys>")
    #expect(
      String(decoding: xterm.rescue, as: UTF8.self)
        == "\u{1B}[?2026l\u{1B}[?2004l</keys>$cursorback"
    )
    let console = TerminalModes(term: "linux") { $0 == "cnorm" ? "cursor" : nil }
    #expect(console.enter.isEmpty)
    #expect(String(decoding: console.rescue, as: UTF8.self) == "cursor\r\n")
  }

  @Test func `a stream that cannot be opened leaves no descriptor open`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "read-only")
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(throws: TerminalError.system(code: EINVAL)) {
      try CursesWindow.openStream(descriptor, "w")
    }
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let open = descriptors.filter { number in
      // Ignores an error: another test can close a descriptor before its link is read.
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)"))
        == path
    }
    #expect(open == ["\(descriptor)"])
  }
}
