import Frame
import TestSupport

/// A random sequence of frames; each one is a change of the former one.
struct RandomFrames {
  private var canvas: Canvas
  private var generator: SeededGenerator
  private let size: Size

  private static let texts = [
    "plain text", " ", "     ", "─────────", "│", "日本語", "한국", "ｆｕｌｌ", "🙂", "🇩🇪", "e\u{301}x",
    "⚑ ◆ ◈ ▲", "✓", "█▁▂", "नमस्ते", "ไทย", "a\u{302}\u{303}", "👨‍👩‍👧 x", "…", "\u{FFFD}",
    "0123456789abcdef",
  ]

  private static let colours: [Colour] = [
    .standard, .standard, .ansi(1), .ansi(4), .ansi(8), .ansi(12),
    .rgb(red: 30, green: 60, blue: 120), .rgb(red: 250, green: 250, blue: 0),
  ]

  init(size: Size, seed: UInt64) {
    self.size = size
    canvas = Canvas(size: size, style: .plain)
    generator = SeededGenerator(seed: seed)
  }

  /// Returns the last frame with changes in a few places, or a completely new frame.
  mutating func next() -> Frame {
    if Int.random(in: 0..<8, using: &generator) == 0 {
      canvas = Canvas(size: size, style: style())
    }
    for _ in 0..<Int.random(in: 0...12, using: &generator) { change() }
    return canvas.frame
  }

  private mutating func change() {
    let area = Area(
      column: Int.random(in: 0..<size.columns, using: &generator),
      row: Int.random(in: 0..<size.rows, using: &generator),
      columns: Int.random(in: 1...size.columns, using: &generator),
      rows: Int.random(in: 1...3, using: &generator)
    )
    let style = style()
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: canvas.fill(area, style: style)
    case 1: canvas.restyle(area) { _ in style }
    case 2: canvas.draw(Canvas.Box(border: style, inside: style), in: area)
    case _:
      let text = Self.texts.randomElement(using: &generator) ?? ""
      canvas.draw(text, column: area.column, row: area.row, style: style)
    }
  }

  private mutating func style() -> Style {
    let attributes = UInt8.random(in: 0..<32, using: &generator)
    let isPlain = Bool.random(using: &generator)
    return Style(
      foreground: Self.colours.randomElement(using: &generator) ?? .standard,
      background: Self.colours.randomElement(using: &generator) ?? .standard,
      attributes: isPlain ? [] : Style.Attributes(rawValue: attributes)
    )
  }
}
