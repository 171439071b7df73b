import Frame
import Testing

@testable import Terminal

@Suite struct ColourTests {
  @Test(arguments: [
    ("#000000", 16, 0, 0), ("#FFFFFF", 231, 15, 7), ("#808080", 244, 8, 7), ("#FF0000", 196, 9, 1),
    ("#CD0000", 160, 1, 1), ("#00FF00", 46, 10, 2), ("#0000FF", 21, 4, 4), ("#FFFF00", 226, 11, 3),
    ("#00FFFF", 51, 14, 6), ("#303030", 236, 8, 0), ("#D7AF87", 180, 7, 7), ("#5F5FFF", 63, 12, 4),
    ("#C0C0C0", 250, 7, 7),
  ])
  func `an RGB colour is mapped to the nearest indexed colour of each depth`(
    hex: String,
    indexed: Int,
    sixteen: Int,
    eight: Int
  ) throws {
    let value = try #require(UInt32(hex.dropFirst(), radix: 16))
    let colour = RGB(
      red: UInt8(value >> 16 & 255),
      green: UInt8(value >> 8 & 255),
      blue: UInt8(value & 255)
    )
    #expect(IndexedColours.nearest(to: colour, in: .indexed) == UInt8(indexed))
    #expect(IndexedColours.nearest(to: colour, in: .sixteen) == UInt8(sixteen))
    #expect(IndexedColours.nearest(to: colour, in: .eight) == UInt8(eight))
    #expect(IndexedColours.nearest(to: colour, in: .monochrome) == nil)
  }

  @Test(arguments: 16...255)
  func `an RGB colour that equals a colour of the cube or a grey is mapped to that colour`(
    index: Int
  ) throws {
    let colour = IndexedColours.components(of: UInt8(index))
    let nearest = try #require(IndexedColours.nearest(to: colour, in: .indexed))
    #expect(IndexedColours.components(of: nearest) == colour)
  }

  @Test func `a grey is mapped to a grey`() throws {
    for level in UInt8.min...UInt8.max {
      let grey = RGB(red: level, green: level, blue: level)
      for depth in [ColourDepth.eight, .sixteen, .indexed] {
        let found = IndexedColours.components(
          of: try #require(IndexedColours.nearest(to: grey, in: depth))
        )
        #expect(found.red == found.green && found.green == found.blue)
      }
    }
  }

  @Test(arguments: [
    ("xterm-256color", "", 256, ColourDepth.indexed), ("xterm-256color", "truecolor", 256, .direct),
    ("tmux-256color", "24bit", 256, .direct), ("screen-256color", "truecolor", 256, .indexed),
    ("xterm-256color", "yes", 256, .indexed), ("linux", "truecolor", 8, .eight),
    ("xterm-16color", "", 16, .sixteen), ("rxvt-88color", "", 88, .sixteen),
    ("vt100", "truecolor", 0, .monochrome),
  ])
  func `the colour depth is derived from TERM, COLORTERM and the terminal database`(
    term: String,
    colorterm: String,
    described: Int,
    depth: ColourDepth
  ) {
    #expect(ColourDepth(term: term, colorterm: colorterm, described: described) == depth)
  }

  @Test func `the colour table allocates each pair of colours once`() {
    var table = ColourTable(depth: .indexed, pairLimit: 65_536, hasStandard: true)
    #expect(table.ink(for: .plain).pair == 0)
    let red = table.ink(for: Style(foreground: .ansi(1))).pair
    #expect(red == 1)
    #expect(table.ink(for: Style(foreground: .ansi(1), attributes: .bold)).pair == red)
    #expect(table.ink(for: Style(background: .rgb(red: 0, green: 0, blue: 0))).pair == 2)
    let new = table.dequeueNewPairs()
    #expect(new.map(\.number) == [1, 2])
    #expect(new.map(\.pair.foreground) == [1, -1])
    #expect(new.map(\.pair.background) == [-1, 16])
    #expect(table.dequeueNewPairs().isEmpty)
  }

  @Test func `an exhausted colour table can allocate again after it is emptied`() {
    var table = ColourTable(depth: .eight, pairLimit: 64, hasStandard: true)
    for foreground in UInt8(0)..<8 {
      for background in UInt8(0)..<8 {
        let style = Style(foreground: .ansi(foreground), background: .ansi(background))
        #expect(table.ink(for: style).pair < 64)
      }
    }
    #expect(table.isExhausted)
    table.removeAll()
    #expect(!table.isExhausted)
    #expect(table.ink(for: Style(foreground: .ansi(3))).pair == 1)
  }

  @Test func `bright black is mapped to white if the terminal has eight colours`() {
    var table = ColourTable(depth: .eight, pairLimit: 64, hasStandard: true)
    let bright = table.ink(for: Style(foreground: .ansi(9)))
    let grey = table.ink(for: Style(foreground: .ansi(8)))
    #expect(bright.isBold)
    #expect(!grey.isBold)
    #expect(table.dequeueNewPairs().map(\.pair.foreground) == [1, 7])
  }

  @Test func `a monochrome colour table allocates no pair`() {
    var table = ColourTable(depth: .monochrome, pairLimit: 0, hasStandard: false)
    let style = Style(foreground: .ansi(9), background: .rgb(red: 1, green: 2, blue: 3))
    #expect(table.ink(for: style) == ColourTable.Ink(pair: 0))
    #expect(table.dequeueNewPairs().isEmpty)
  }

  @Test
  func `placeholder colour numbers in the output of curses are replaced by their RGB colours`() {
    var table = ColourTable(depth: .direct, pairLimit: 65_536, hasStandard: true)
    let style = Style(
      foreground: .rgb(red: 1, green: 22, blue: 255),
      background: .rgb(red: 9, green: 8, blue: 7)
    )
    _ = table.ink(for: style)
    let text =
      "a\u{1B}[38;5;16m\u{1B}[48;5;17mb\u{1B}[38;5;18m\u{1B}[38;5;4m\u{1B}[38;5;16\u{1B}[0m\u{1B}"
    let replaced = DirectColours(table: table).replaced(in: Array(text.utf8))
    #expect(
      String(decoding: replaced, as: UTF8.self)
        == "a\u{1B}[38;2;1;22;255m\u{1B}[48;2;9;8;7mb\u{1B}[38;5;18m\u{1B}[38;5;4m\u{1B}[38;5;16\u{1B}[0m\u{1B}"
    )
  }

  @Test func `if no placeholder colour number is free, the nearest allocated RGB colour is used`() {
    var table = ColourTable(depth: .direct, pairLimit: 65_536, hasStandard: true)
    for level in UInt8(0)..<240 {
      _ = table.ink(for: Style(foreground: .rgb(red: level, green: 0, blue: 0)))
    }
    #expect(!table.isExhausted)
    _ = table.dequeueNewPairs()
    let nearest = table.ink(for: Style(foreground: .rgb(red: 255, green: 0, blue: 0)))
    #expect(table.isExhausted)
    #expect(nearest.pair == 240)
  }
}
