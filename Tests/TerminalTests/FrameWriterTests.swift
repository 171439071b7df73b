import Frame
import Testing

@testable import Terminal

/// Tests the bytes that the writer of frames sends.
@Suite struct FrameWriterTests {
  private static let size = Size(columns: 20, rows: 5)

  private static func writer(
    _ entry: TerminfoEntry = .xterm,
    _ depth: ColourDepth = .indexed
  ) -> FrameWriter {
    FrameWriter(entry, depth: depth, window: size)
  }

  private static func frame(_ draw: (inout Canvas) -> Void = { _ in }) -> Frame {
    var canvas = Canvas(size: size, style: .plain)
    draw(&canvas)
    return canvas.frame
  }

  /// The bytes that turn one frame into another, with `ESC` as `^`.
  private static func change(
    _ writer: FrameWriter = writer(),
    from old: Frame,
    to new: Frame
  ) -> String {
    var writer = writer
    _ = writer.bytes(for: old)
    return text(writer.bytes(for: new))
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  @Test func `the first frame clears the screen, and hides the cursor`() {
    var writer = Self.writer()
    let frame = Self.frame { $0.draw("ab", column: 0, row: 1, style: .plain) }
    #expect(Self.text(writer.bytes(for: frame)) == "^[m^[H^[2J\nab^[?25l")
    #expect(writer.bytes(for: frame).isEmpty)
    writer.forget()
    #expect(Self.text(writer.bytes(for: frame)) == "^[m^[H^[2J\nab^[?25l")
  }

  @Test
  func `only changed cells are written, and cells between them if that is shorter than a movement`()
  {
    let old = Self.frame { $0.draw("abcdefghijkl", column: 0, row: 1, style: .plain) }
    let near = Self.frame { $0.draw("Abc_efghijkl", column: 0, row: 1, style: .plain) }
    #expect(Self.change(from: old, to: near) == "\rAbc_")
    let far = Self.frame { $0.draw("AbcdefghijKl", column: 0, row: 1, style: .plain) }
    #expect(Self.change(from: old, to: far) == "\rA^[9CK")
  }

  @Test func `equal styles are selected once, and one sequence changes colours and attributes`() {
    let style = Style(foreground: .ansi(1), background: .ansi(4), attributes: .bold)
    let old = Self.frame()
    let new = Self.frame { canvas in
      canvas.draw("ab", column: 0, row: 0, style: style)
      canvas.draw("cd", column: 0, row: 1, style: style)
    }
    #expect(Self.change(from: old, to: new) == "^[1;31;44mab\r\ncd")
    let plain = Self.frame { canvas in
      canvas.draw("ab", column: 0, row: 0, style: style)
      canvas.draw("cd", column: 0, row: 1, style: Style(background: .ansi(4)))
    }
    #expect(Self.change(from: new, to: plain) == "\r^[0;44mcd")
  }

  @Test func `a blank end of a row is erased if the terminal erases in the background colour`() {
    let style = Style(background: .ansi(4))
    let old = Self.frame { $0.draw("abcdefghijkl", column: 0, row: 0, style: .plain) }
    let blue = Self.frame { canvas in
      canvas.fill(Area(column: 0, row: 0, columns: 20, rows: 1), style: style)
      canvas.draw("abc", column: 0, row: 0, style: .plain)
    }
    var colouring = TerminfoEntry.xterm
    colouring.flags.insert("bce")
    #expect(Self.change(Self.writer(colouring), from: old, to: blue) == "^[9D^[44m^[K")
    #expect(
      Self.change(Self.writer(), from: old, to: blue)
        == "^[9D^[44m" + String(repeating: " ", count: 17)
    )
    let short = Self.frame { $0.draw("abc", column: 0, row: 0, style: .plain) }
    #expect(Self.change(Self.writer(), from: old, to: short) == "^[9D^[K")
  }

  @Test func `blanks that look the same are not written again`() {
    let old = Self.frame { $0.draw("a     b", column: 0, row: 0, style: .plain) }
    let new = Self.frame { canvas in
      canvas.draw("a     b", column: 0, row: 0, style: .plain)
      canvas.draw("  ", column: 2, row: 0, style: Style(foreground: .ansi(1), attributes: .bold))
    }
    #expect(Self.change(from: old, to: new).isEmpty)
  }

  @Test(arguments: [
    (ColourDepth.direct, "^[38;2;250;100;3ma"), (.indexed, "^[38;5;202ma"), (.sixteen, "^[91ma"),
    (.eight, "^[31ma"), (.monochrome, "a"),
  ])
  func `a direct colour is written in the colour depth of the terminal`(
    depth: ColourDepth,
    expected: String
  ) {
    let style = Style(foreground: .rgb(red: 250, green: 100, blue: 3))
    let new = Self.frame { $0.draw("a", column: 0, row: 0, style: style) }
    #expect(Self.change(Self.writer(.xterm, depth), from: Self.frame(), to: new) == expected)
  }

  @Test func `after a character of uncertain width, the cursor is placed absolutely`() {
    let old = Self.frame { $0.draw("abcdef", column: 0, row: 2, style: .plain) }
    let new = Self.frame { $0.draw("🙂cdXf", column: 0, row: 2, style: .plain) }
    // The cell behind the character is written again: the terminal may have drawn over it.
    #expect(Self.change(from: old, to: new) == "\r  \r🙂^[3;3HcdX")
    #expect(Self.change(from: new, to: old) == "\rabcde")
  }

  @Test func `a terminal that wraps in its last column gets no character in the last cell`() {
    var entry = TerminfoEntry.xterm
    entry.flags = ["am"]
    let full = Self.frame { canvas in
      for row in 0..<5 {
        canvas.draw(String(repeating: "x", count: 20), column: 0, row: row, style: .plain)
      }
    }
    var writer = Self.writer(entry)
    let text = Self.text(writer.bytes(for: full))
    #expect(text.count { $0 == "x" } == 99)
    entry.flags = ["am", "xenl"]
    writer = Self.writer(entry)
    #expect(Self.text(writer.bytes(for: full)).count { $0 == "x" } == 100)
  }

  @Test func `cells outside the window are ignored`() {
    var writer = FrameWriter(.xterm, depth: .indexed, window: Size(columns: 4, rows: 1))
    let frame = Self.outside
    #expect(Self.text(writer.bytes(for: frame)) == "^[m^[H^[2Jabcd^[?25l")
    writer.resize(to: Size(columns: 5, rows: 2))
    #expect(Self.text(writer.bytes(for: frame)) == "^[m^[H^[2Jabcde\r\nxy^[?25l")
  }

  private static var outside: Frame {
    frame { canvas in
      canvas.draw("abcdefgh", column: 0, row: 0, style: .plain)
      canvas.draw("xy", column: 0, row: 1, style: .plain)
    }
  }

  @Test(arguments: [
    (Position(column: 5, row: 2), Position(column: 5, row: 2), ""),
    (Position(column: 5, row: 2), Position(column: 6, row: 2), "^[C"),
    (Position(column: 5, row: 2), Position(column: 4, row: 2), "\u{8}"),
    (Position(column: 5, row: 2), Position(column: 0, row: 2), "\r"),
    (Position(column: 5, row: 2), Position(column: 0, row: 3), "\r\n"),
    (Position(column: 5, row: 2), Position(column: 5, row: 4), "\n\n"),
    (Position(column: 5, row: 2), Position(column: 5, row: 1), "^[A"),
    (Position(column: 20, row: 2), Position(column: 19, row: 2), "\r^[19C"),
    (Position(column: 20, row: 2), Position(column: 0, row: 3), "\r\n"),
    (nil, Position(column: 0, row: 0), "^[H"), (nil, Position(column: 0, row: 3), "^[4H"),
    (nil, Position(column: 7, row: 0), "^[1;8H"),
  ])
  func `the shortest movement of the cursor is selected`(
    start: Position?,
    end: Position,
    expected: String
  ) {
    let moves = CursorMoves(.xterm)
    #expect(Self.text(moves.sequence(from: start, to: end, columns: 20)) == expected)
  }

  @Test func `without relative movements, the cursor is placed absolutely`() {
    let moves = CursorMoves(TerminfoEntry(strings: [:]))
    let start = Position(column: 5, row: 2)
    let end = Position(column: 6, row: 2)
    #expect(Self.text(moves.sequence(from: start, to: end, columns: 20)) == "^[3;7H")
  }
}
