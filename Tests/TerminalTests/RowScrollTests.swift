import Frame
import TestSupport
import Testing

@testable import Terminal

/// Tests which rows of a frame are scrolled instead of written.
struct RowScrollTests {
  private static let size = Size(columns: 24, rows: 10)

  /// A frame with a bordered list of numbered rows, of which the given one is the first visible row and
  /// another one is marked.
  static func list(from first: Int, marking marked: Int, size: Size = size) -> Frame {
    var canvas = Canvas(size: size, style: .plain)
    let area = Area(column: 0, row: 1, columns: size.columns, rows: size.rows - 2)
    let scroll = ScrollMark(first: first, visible: area.rows - 2, total: 60)
    canvas.draw(Canvas.Box(border: .plain, inside: .plain, scroll: scroll), in: area)
    for row in 0..<area.rows - 2 {
      let number = first + row
      let words = String(repeating: "item \(number * number * 7_919) ", count: 2)
      let style = number == marked ? Style(attributes: .reversed) : .plain
      let width = size.columns - 2
      canvas.draw(DisplayText(words).padded(to: width).text, column: 1, row: row + 2, style: style)
    }
    canvas.draw("\(marked)", column: 1, row: size.rows - 1, style: .plain)
    return canvas.frame
  }

  private static func scroll(from old: Frame, to new: Frame) -> RowScroll? {
    let changed = (0..<size.rows).map { row in
      new.differences(from: old, in: row * size.columns..<(row + 1) * size.columns)
    }
    return RowScroll(from: old, to: new, changed: changed)
  }

  @Test(arguments: [1, -1, 2, -2, 3, -3])
  func `a list that moves by a few rows is scrolled inside its border`(distance: Int) {
    let old = Self.list(from: 10, marking: 0)
    let new = Self.list(from: 10 + distance, marking: 0)
    #expect(
      Self.scroll(from: old, to: new) == RowScroll(rows: 2..<8, distance: distance)
    )
  }

  @Test func `a change of few rows, or of all rows at once, is not scrolled`() {
    let old = Self.list(from: 10, marking: 12)
    #expect(Self.scroll(from: old, to: Self.list(from: 10, marking: 13)) == nil)
    #expect(Self.scroll(from: old, to: Self.list(from: 40, marking: 42)) == nil)
  }

  @Test(.timeLimit(.minutes(2)), arguments: ["tmux-256color", "xterm-256color", "linux", "vt100"])
  func `a list that moves by random distances is drawn right in a real terminal`(
    entry: String
  ) async throws {
    let size = Size(columns: 40, rows: 14)
    let pane = try await PaneScreen(size: size)
    let described = try #require(Entries.all[entry])
    try await onThread {
      var writer = FrameWriter(described, depth: .monochrome, window: size)
      var random = SeededGenerator(seed: 16)
      var first = 20
      for step in 0..<(Effort.isFull ? 300 : 25) {
        first = min(max(first + Int.random(in: -4...4, using: &random), 0), 50)
        let frame = Self.list(
          from: first,
          marking: first + Int.random(in: 0..<10, using: &random),
          size: size
        )
        try pane.write(writer.bytes(for: frame))
        try #require(try pane.text() == frame.text, "step \(step)")
      }
    }
  }

  @Test func `a scrolled list needs a third of the bytes of one that is written again`() throws {
    func bytes(_ entry: TerminfoEntry) -> Int {
      let size = Size(columns: 80, rows: 24)
      var writer = FrameWriter(entry, depth: .indexed, window: size)
      _ = writer.bytes(for: Self.list(from: 10, marking: 29, size: size))
      return writer.bytes(for: Self.list(from: 11, marking: 30, size: size)).count
    }
    let scrolling = try #require(Entries.all["xterm-256color"])
    var other = scrolling
    other.strings["csr"] = nil
    #expect(bytes(scrolling) * 3 < bytes(other))
  }
}
