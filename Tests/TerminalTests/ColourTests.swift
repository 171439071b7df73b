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
  func `an RGB colour that equals one of the 256 indexed colours is mapped to that colour`(
    index: Int
  ) throws {
    let colour = IndexedColours.components(of: UInt8(index))
    let nearest = try #require(IndexedColours.nearest(to: colour, in: .indexed))
    #expect(IndexedColours.components(of: nearest) == colour)
  }

  @Test func `a grey RGB colour is mapped to a grey at every colour depth`() throws {
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
    ("xterm-256color", "", 256 as Int?, ColourDepth.indexed),
    ("xterm-256color", "truecolor", 256, .direct),
    ("tmux-256color", "24bit", 256, .direct), ("screen-256color", "truecolor", 256, .indexed),
    ("xterm-256color", "yes", 256, .indexed), ("linux", "truecolor", 8, .eight),
    ("xterm-16color", "", 16, .sixteen), ("rxvt-88color", "", 88, .sixteen),
    ("vt100", "truecolor", 0, .monochrome), ("xterm-direct", "", 1 << 24, .direct),
    ("xterm-direct", "", nil, .direct), ("xterm-kitty", "", nil, .direct),
    ("foot", "", nil, .direct),
    ("nonsense", "", nil, .indexed), ("", "truecolor", nil, .direct),
  ])
  func `the colour depth is derived from TERM, COLORTERM and the terminal database`(
    term: String,
    colorterm: String,
    described: Int?,
    depth: ColourDepth
  ) {
    let found = ColourDepth.detect(term: term, colorterm: colorterm, described: described)
    #expect(found.depth == depth)
  }

  @Test(arguments: [
    (Colour.standard, ColourDepth.indexed, Pen.Ink.standard), (.ansi(9), .sixteen, .indexed(9)),
    (.ansi(9), .eight, .indexed(1)), (.ansi(8), .eight, .indexed(7)),
    (.ansi(9), .monochrome, .standard), (.rgb(red: 0, green: 0, blue: 0), .indexed, .indexed(16)),
    (.rgb(red: 1, green: 2, blue: 3), .direct, .direct(RGB(red: 1, green: 2, blue: 3))),
    (.rgb(red: 1, green: 2, blue: 3), .monochrome, .standard), (.ansi(9), .direct, .indexed(9)),
  ])
  func `a colour is drawn as the nearest colour of the colour depth`(
    colour: Colour,
    depth: ColourDepth,
    ink: Pen.Ink
  ) {
    let table = PenMapping(depth: depth)
    #expect(table.pen(for: Style(foreground: colour)).foreground == ink)
    #expect(table.pen(for: Style(background: colour)).background == ink)
  }

  @Test func `a terminal with eight colours shows bright colours in bold`() {
    let table = PenMapping(depth: .eight)
    #expect(table.pen(for: Style(foreground: .ansi(9))).attributes == .bold)
    #expect(table.pen(for: Style(foreground: .ansi(8))).attributes == [])
    #expect(table.pen(for: Style(background: .ansi(9))).attributes == [])
  }

  @Test(arguments: [
    ("#1C7048", 0), ("#B3264A", 1), ("#1B5FA8", 4), ("#22313D", 0), ("#808080", 0),
  ])
  func `with eight colours, text on a light background has a similar hue or is black`(
    hex: String,
    index: UInt8
  ) throws {
    let value = try #require(UInt32(hex.dropFirst(), radix: 16))
    let colour = Colour.rgb(
      red: UInt8(value >> 16 & 255),
      green: UInt8(value >> 8 & 255),
      blue: UInt8(value & 255)
    )
    let style = Style(foreground: colour, background: .rgb(red: 244, green: 248, blue: 251))
    let table = PenMapping(depth: .eight)
    #expect(table.pen(for: style).foreground == .indexed(index))
  }

  @Test(arguments: [
    (ColourDepth.eight, false), (.sixteen, false), (.indexed, true), (.direct, true),
  ])
  func `black text is not bold at colour depths where bold black is dark grey`(
    depth: ColourDepth,
    isBold: Bool
  ) {
    let table = PenMapping(depth: depth)
    let black = Colour.rgb(red: 0, green: 0, blue: 0)
    let cyan = Colour.rgb(red: 0, green: 205, blue: 205)
    let style = Style(foreground: black, background: cyan, attributes: .bold)
    #expect(table.pen(for: style).attributes.contains(.bold) == isBold)
  }

  @Test func `without default colours, a terminal draws white on black`() {
    let table = PenMapping(depth: .eight, hasStandard: false)
    #expect(table.pen(for: .plain) == Pen(foreground: .indexed(7), background: .indexed(0)))
  }
}
