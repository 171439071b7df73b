import Frame
import TestSupport
import Testing

@testable import Terminal

extension ScreenTests {
  /// Tests that the bytes of frames draw these frames in a real terminal (tmux).
  @Suite struct PaneTests {
    /// A terminal type with the attributes that it has, and those that it cannot combine with colours.
    struct Kind: Sendable {
      let term: String
      let depth: ColourDepth
      var attributes: Style.Attributes = [.bold, .dim, .underlined, .reversed, .italic]
      var colourless: Style.Attributes = []
      /// Whether tmux knows the background of erased cells.
      var isErased = true

      func screen(_ size: Size) throws -> Screen { try ScreenTests.screen(term, depth, size: size) }
    }

    static let kinds = [
      Kind(term: "tmux-256color", depth: .direct), Kind(term: "xterm-256color", depth: .indexed),
      Kind(term: "nonsense", depth: .indexed),
      Kind(term: "screen", depth: .eight, attributes: [.bold, .dim, .underlined, .reversed]),
      Kind(
        term: "linux",
        depth: .eight,
        attributes: [.bold, .dim, .underlined, .reversed],
        colourless: [.dim, .underlined]
      ),
      Kind(term: "vt100", depth: .monochrome, attributes: [.bold, .underlined, .reversed]),
    ]

    @Test(arguments: kinds)
    func `after a sequence of random frames, the terminal shows the cells of the last one`(
      kind: Kind
    ) async throws {
      for (seed, size) in [(1, Size(columns: 40, rows: 10)), (2, Size(columns: 27, rows: 6))] {
        let pane = try await PaneScreen(size: size)
        try await onThread {
          let screen = try kind.screen(size)
          var frames = RandomFrames(size: size, seed: UInt64(seed))
          for step in 0..<(Effort.isFull ? 300 : 30) {
            let frame = frames.next()
            try pane.write(screen.bytes(for: frame))
            // tmux does not report the background of erased cells.
            let shown = try pane.rows().map { $0.withoutBlankEnd(ofAnyColour: kind.isErased) }
            let expected = Self.expected(frame, kind)
              .map { $0.withoutBlankEnd(ofAnyColour: kind.isErased) }
            try #require(shown == expected, "step \(step)\n\(frame.text)")
          }
        }
      }
    }

    /// The cells that a terminal shows for a frame.
    private static func expected(_ frame: Frame, _ kind: Kind) -> [[PaneScreen.ShownCell]] {
      let pens = PenMapping(depth: kind.depth)
      return (0..<frame.size.rows).map { row in
        var cells: [PaneScreen.ShownCell] = []
        for column in 0..<frame.size.columns {
          let cell = frame[column: column, row: row]
          var pen = pens.pen(for: cell.style)
          pen.attributes.formIntersection(kind.attributes)
          if Pen(foreground: pen.foreground, background: pen.background) != .plain {
            pen.attributes.subtract(kind.colourless)
          }
          cells.append(text: cell.text, pen: pen)
        }
        return cells
      }
    }

    @Test(arguments: ["tmux-256color", "screen", "vt100"])
    func `a full screen with a character in its last cell does not scroll`(term: String)
      async throws
    {
      let size = Size(columns: 20, rows: 4)
      let pane = try await PaneScreen(size: size)
      try await onThread {
        let screen = try ScreenTests.screen(term, .monochrome, size: size)
        var canvas = Canvas(size: size, style: .plain)
        for row in 0..<4 {
          canvas.draw(String(repeating: "\(row)", count: 20), column: 0, row: row, style: .plain)
        }
        try pane.write(screen.bytes(for: canvas.frame))
        #expect(try pane.text() == canvas.frame.text)
        canvas.draw("#", column: 19, row: 3, style: .plain)
        try pane.write(screen.bytes(for: canvas.frame))
        #expect(try pane.text() == canvas.frame.text)
      }
    }

    @Test
    func `the hidden cursor is placed at the selected item, and a text cursor takes precedence`()
      async throws
    {
      let size = Size(columns: 20, rows: 4)
      let pane = try await PaneScreen(size: size)
      try await onThread { () throws in
        let screen = try ScreenTests.screen("tmux-256color", .indexed, size: size)
        var frame = Frame(size: size)
        func place(_ frame: Frame) throws -> String {
          try pane.write(screen.bytes(for: frame), then: "#{cursor_x} #{cursor_y} #{cursor_flag}")
        }
        frame.focus = Position(column: 3, row: 2)
        #expect(try place(frame) == "3 2 0")
        frame.cursor = Position(column: 19, row: 3)
        #expect(try place(frame) == "19 3 1")
        frame.cursor = nil
        #expect(try place(frame) == "3 2 0")
      }
    }

    @Test func `text after a character of any width stays in its columns`() async throws {
      let size = Size(columns: 40, rows: 20)
      let pane = try await PaneScreen(size: size)
      try await onThread {
        let screen = try ScreenTests.screen("xterm-256color", .indexed, size: size)
        for first in stride(from: 0, to: TextWidthTests.texts.count, by: size.rows) {
          var canvas = Canvas(size: size, style: .plain)
          let page = TextWidthTests.texts[first...].prefix(size.rows)
          for (row, text) in page.enumerated() {
            let shown = DisplayText(text)
            let end = canvas.draw(shown, column: 1, row: row, limit: 30, style: .plain)
            canvas.draw("|\(row)", column: end, row: row, style: .plain)
          }
          try pane.write(screen.bytes(for: canvas.frame))
          #expect(try pane.text() == canvas.frame.text)
        }
      }
    }

    /// A frame with a bordered list of numbered rows, of which the given one is the first visible row and
    /// another one is marked.
    private static func list(from first: Int, marking marked: Int, size: Size) -> Frame {
      var canvas = Canvas(size: size, style: .plain)
      let area = Area(column: 0, row: 1, columns: size.columns, rows: size.rows - 2)
      let scroll = ScrollMark(first: first, visible: area.rows - 2, total: 60)
      canvas.draw(Canvas.Box(border: .plain, inside: .plain, scroll: scroll), in: area)
      for row in 0..<area.rows - 2 {
        let number = first + row
        let words = String(repeating: "item \(number * number * 7_919) ", count: 2)
        let style = number == marked ? Style(attributes: .reversed) : .plain
        let text = DisplayText(words).padded(to: size.columns - 2).text
        canvas.draw(text, column: 1, row: row + 2, style: style)
      }
      canvas.draw("\(marked)", column: 1, row: size.rows - 1, style: .plain)
      return canvas.frame
    }

    @Test(arguments: ["tmux-256color", "xterm-256color", "linux", "vt100"])
    func `a list that scrolls by random distances is drawn correctly in a real terminal`(
      term: String
    ) async throws {
      let size = Size(columns: 40, rows: 14)
      let pane = try await PaneScreen(size: size)
      try await onThread {
        let screen = try ScreenTests.screen(term, .monochrome, size: size)
        var random = SeededGenerator(seed: 16)
        var first = 20
        for step in 0..<(Effort.isFull ? 300 : 25) {
          first = min(max(first + Int.random(in: -4...4, using: &random), 0), 50)
          let marked = first + Int.random(in: 0..<10, using: &random)
          let frame = Self.list(from: first, marking: marked, size: size)
          try pane.write(screen.bytes(for: frame))
          try #require(try pane.text() == frame.text, "step \(step)")
        }
      }
    }
  }
}
