import CNcurses
import Frame
import Glibc
import TestSupport
import Testing

@testable import Terminal

/// Tests the screen that ncurses draws; serialized, because ncurses has one screen at a time.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ScreenTests {
  static let size = Size(columns: 20, rows: 5)

  /// Opens a screen that the next frame enters.
  static func screen(
    _ term: String = "xterm-256color",
    _ depth: ColourDepth? = nil,
    size: Size = size
  ) throws -> Screen {
    let options = TerminalOptions(
      term: term,
      colorterm: depth == .direct ? "truecolor" : "",
      colours: depth
    )
    let description = TerminalDescription(options, output: 1)
    let screen = try Screen(
      term: description.fallback ?? term,
      direct: description.direct,
      depth: description.colours,
      window: size
    )
    screen.enter()
    return screen
  }

  private static func frame(_ draw: (inout Canvas) -> Void = { _ in }) -> Frame {
    var canvas = Canvas(size: size, style: .plain)
    draw(&canvas)
    return canvas.frame
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  /// The bytes that turn one frame into another, with `ESC` as `^`.
  private static func change(
    _ screen: Screen? = nil,
    from old: Frame,
    to new: Frame
  ) throws -> String {
    let screen = try screen ?? self.screen()
    _ = screen.bytes(for: old)
    return text(screen.bytes(for: new))
  }

  @Test
  func `the first frame enters the alternate screen, and an equal second frame writes nothing`()
    throws
  {
    let screen = try Self.screen()
    let frame = Self.frame { $0.draw("ab", column: 0, row: 1, style: .plain) }
    let first = Self.text(screen.bytes(for: frame))
    #expect(first.contains("^[?1049h") && first.contains("^[?25l") && first.hasSuffix("ab^[H"))
    #expect(screen.bytes(for: frame).isEmpty)
    screen.forget()
    let again = Self.text(screen.bytes(for: frame))
    #expect(!again.contains("1049") && again.contains("^[H^[2J") && again.hasSuffix("ab^[H"))
  }

  @Test func `entering the alternate screen again does not change the palette`() throws {
    let screen = try Self.screen()
    let frame = Self.frame { $0.draw("ab", column: 0, row: 1, style: .plain) }
    _ = screen.bytes(for: frame)
    #expect(Self.text(screen.leave()).contains("^[?1049l"))
    screen.enter()
    let again = Self.text(screen.bytes(for: frame))
    #expect(again.contains("^[?1049h") && again.contains("ab"))
    #expect(!again.contains("^]"))
  }

  @Test(arguments: ["xterm-256color", "tmux-256color", "screen", "linux", "vt100", "nonsense"])
  func `the bytes for a crash leave the screen and fit into the buffer of the signal handler`(
    term: String
  ) throws {
    let screen = try Self.screen(term)
    let rescue = Self.text(screen.rescue)
    #expect(rescue.contains("^[m") && rescue.utf8.count + RawSequences.leave.count <= 256)
    let hasAlternate = !["linux", "vt100"].contains(term)
    #expect(rescue.contains("^[?1049l") == hasAlternate)
    #expect(rescue.hasSuffix("\r\n") != hasAlternate)
    #expect(rescue.contains("^[?25h") || rescue.contains("^[34h") || term == "vt100")
  }

  @Test func `blanks that change only in invisible attributes are not written again`() throws {
    let old = Self.frame { $0.draw("a     b", column: 0, row: 0, style: .plain) }
    let new = Self.frame { canvas in
      canvas.draw("a     b", column: 0, row: 0, style: .plain)
      canvas.draw("  ", column: 2, row: 0, style: Style(foreground: .ansi(1), attributes: .bold))
    }
    #expect(try Self.change(from: old, to: new).isEmpty)
  }

  @Test(arguments: [
    (ColourDepth.direct, "^[38;2;250;100;3m"), (.indexed, "^[38;5;202m"), (.sixteen, "^[91m"),
    (.eight, "^[31m"),
  ])
  func `an RGB colour is written in the colour depth of the terminal`(
    depth: ColourDepth,
    sequence: String
  ) throws {
    let style = Style(foreground: .rgb(red: 250, green: 100, blue: 3))
    let new = Self.frame { $0.draw("a", column: 0, row: 0, style: style) }
    let screen = try Self.screen("xterm-256color", depth)
    #expect(try Self.change(screen, from: Self.frame(), to: new).contains(sequence + "a"))
  }

  @Test(arguments: ["xterm-256color", "vt100"])
  func `no colour sequence is written to a monochrome terminal`(term: String) throws {
    let style = Style(foreground: .rgb(red: 250, green: 100, blue: 3), attributes: .bold)
    let new = Self.frame { $0.draw("a", column: 0, row: 0, style: style) }
    let text = try Self.change(Self.screen(term, .monochrome), from: Self.frame(), to: new)
    #expect(text.contains("a") && !text.contains("^[3"))
  }

  @Test func `when the colour pairs of ncurses are used up, all cells are drawn again`() throws {
    let screen = try Self.screen("xterm-256color", .direct)
    var redrawn: [Int] = []
    for number in 0..<4_200 {
      let colour = Colour.rgb(red: UInt8(number >> 8), green: UInt8(number & 255), blue: 1)
      let frame = Self.frame { canvas in
        canvas.draw("stays", column: 0, row: 3, style: .plain)
        canvas.draw("a", column: 0, row: 0, style: Style(foreground: colour))
      }
      let text = Self.text(screen.bytes(for: frame))
      #expect(text.contains("38;2;\(number >> 8);\(number & 255);1m"), "\(number)")
      if text.contains("stays") { redrawn.append(number) }
    }
    #expect(redrawn.count == 2 && redrawn[0] == 0 && redrawn[1] > 4_000, "\(redrawn)")
  }

  @Test func `a character of uncertain width is followed by an absolute cursor position`() throws {
    let old = Self.frame { $0.draw("abcdef", column: 1, row: 2, style: .plain) }
    let new = Self.frame { $0.draw("🙂cdXf", column: 1, row: 2, style: .plain) }
    let text = try Self.change(from: old, to: new)
    let after = try #require(text.split(separator: "🙂").last)
    #expect(after.hasPrefix("^[H"), "\(after)")
    // The cell after the character is written again: the terminal may have drawn over it.
    #expect(after.contains("c"))
  }

  @Test func `the width of each drawn character equals wcwidth of the C library`() throws {
    _ = try Self.screen()
    let symbol = try #require(dlsym(nil, "wcwidth"))
    let wcwidth = unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
    for value in UInt32(0x20)...0x3FFFF {
      guard let scalar = Unicode.Scalar(value), let width = scalar.drawnWidth, width > 0,
        scalar.properties.generalCategory != .spacingMark
      else { continue }
      #expect(wcwidth(Int32(value)) == width, "U+\(String(value, radix: 16))")
    }
  }

  @Test func `cells outside the window are ignored`() throws {
    let frame = Self.frame { canvas in
      canvas.draw("abcdefgh", column: 0, row: 0, style: .plain)
      canvas.draw("xy", column: 0, row: 1, style: .plain)
    }
    let screen = try Self.screen(size: Size(columns: 4, rows: 1))
    let first = Self.text(screen.bytes(for: frame))
    #expect(first.contains("abc") && !first.contains("e") && !first.contains("x"))
    screen.resize(to: Size(columns: 5, rows: 2))
    #expect(Self.text(screen.bytes(for: frame)).contains("abcde"))
  }

  @Test func `a window of one cell, and one of half a million cells, can be drawn`() throws {
    for (term, size) in [
      ("xterm-256color", Size(columns: 1, rows: 1)), ("screen", Size(columns: 1, rows: 1)),
      ("tmux-256color", Size(columns: 1, rows: 2)), ("screen", Size(columns: 1, rows: 24)),
      ("xterm-256color", Size(columns: 1_000, rows: 500)),
    ] {
      let screen = try Self.screen(term, .indexed, size: size)
      var canvas = Canvas(size: size, style: .plain)
      canvas.draw("#", column: size.columns - 1, row: size.rows - 1, style: .plain)
      #expect(screen.bytes(for: canvas.frame).contains(UInt8(ascii: "#")))
    }
  }

  @Test(arguments: [
    ("", "xterm-256color"), ("nonsense", "xterm-256color"), ("dumb", nil), ("vt100", nil),
  ])
  func `a terminal type that is not in the terminal database is treated as xterm-256color`(
    term: String,
    fallback: String?
  ) {
    let description = TerminalDescription(TerminalOptions(term: term), output: 1)
    #expect(description.fallback == fallback)
    #expect(description.canPlaceCursor == (term != "dumb"))
  }

  @Test(arguments: [
    "xterm-256color", "xterm", "tmux-256color", "screen", "linux", "vt100", "vt220", "rxvt",
    "rxvt-unicode", "cygwin",
  ])
  func `the decoder knows the keys that the terminal database describes`(term: String) throws {
    let keys: [(name: String, key: Key)] =
      [
        ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home),
        ("kend", .end), ("kpp", .pageUp), ("knp", .pageDown), ("kich1", .insert),
        ("kdch1", .delete),
        ("kcbt", .backTab), ("kbs", .backspace), ("kri", .shiftUp), ("kind", .shiftDown),
      ]
      // The function keys of a vt100 above F4 are keys of its keypad.
      + (1...(term == "vt100" ? 4 : 12)).map { ("kf\($0)", .function($0)) }
    try #require(cn_select(term, 1) != 0)
    defer { cn_deselect() }
    for (name, key) in keys {
      guard let text = cn_string(name).map({ String(cString: $0) }) else { continue }
      var decoder = InputDecoder()
      let inputs = decoder.decode(Array(text.utf8)) + decoder.flush()
      #expect(inputs == [.key(key)], "\(name) \(text.debugDescription)")
    }
  }

  @Test func `the built-in terminal description equals the one that tic compiles`() throws {
    let folder = try TemporaryFolder()
    let source = #filePath.replacing(
      "Tests/TerminalTests/ScreenTests.swift",
      with: "Sources/C/CNcurses/direct.ti"
    )
    #expect(system("tic -x -o '\(folder.path)' '\(source)'") == 0)
    #expect(system("base64 -w 0 '\(folder.path)/h/halyard-direct' > '\(folder.path)/text'") == 0)
    let (erasing, plain) = (
      DirectDescription(erasesInColour: true).entry, DirectDescription(erasesInColour: false).entry
    )
    #expect(try folder.read("text") == erasing)
    #expect(zip(erasing, plain).count { $0 != $1 } == 1)
  }
}
