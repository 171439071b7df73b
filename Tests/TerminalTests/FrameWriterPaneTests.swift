import Frame
import TestSupport
import Testing

@testable import Terminal

/// Tests that the bytes of frames draw these frames in a real terminal (tmux).
@Suite(.timeLimit(.minutes(2))) struct FrameWriterPaneTests {
  static let depths: [(depth: ColourDepth, entry: String)] = [
    (.direct, "tmux-256color"), (.indexed, "xterm-256color"), (.eight, "screen"),
    (.eight, "linux"), (.monochrome, "vt100"),
  ]

  @Test(arguments: depths)
  func `after a sequence of random frames, the terminal shows the cells of the last one`(
    depth: ColourDepth,
    entry: String
  ) async throws {
    let described = try #require(Entries.all[entry])
    for (seed, size) in [(1, Size(columns: 40, rows: 10)), (2, Size(columns: 27, rows: 6))] {
      let pane = try await PaneScreen(size: size)
      try await onThread {
        var writer = FrameWriter(described, depth: depth, window: size)
        var frames = RandomFrames(size: size, seed: UInt64(seed))
        for step in 0..<(Effort.isFull ? 300 : 30) {
          let frame = frames.next()
          try pane.write(writer.bytes(for: frame))
          // tmux does not report the background of erased cells.
          let isErased = described.flags.contains("bce")
          let shown = try pane.rows().map { $0.withoutBlankEnd(ofAnyColour: isErased) }
          let expected = Self.expected(frame, depth, described)
            .map { $0.withoutBlankEnd(ofAnyColour: isErased) }
          try #require(shown == expected, "step \(step)\n\(frame.text)")
        }
      }
    }
  }

  /// The cells that a terminal shows for a frame.
  private static func expected(
    _ frame: Frame,
    _ depth: ColourDepth,
    _ entry: TerminfoEntry
  ) -> [[PaneScreen.ShownCell]] {
    var pens = PenTable(
      depth: depth,
      hasStandard: entry.strings["op"] != nil,
      colourless: entry.colourless
    )
    return (0..<frame.size.rows).map { row in
      var cells: [PaneScreen.ShownCell] = []
      for column in 0..<frame.size.columns {
        let cell = frame[column: column, row: row]
        var pen = pens.pen(for: cell.style)
        pen.attributes.formIntersection(entry.attributes)
        cells.append(text: cell.text, pen: pen)
      }
      return cells
    }
  }

  @Test(arguments: ["tmux-256color", "screen", "vt100"])
  func `a full screen with a character in its last cell does not scroll`(entry: String)
    async throws
  {
    let size = Size(columns: 20, rows: 4)
    let pane = try await PaneScreen(size: size)
    let described = try #require(Entries.all[entry])
    try await onThread {
      var writer = FrameWriter(described, depth: .monochrome, window: size)
      var canvas = Canvas(size: size, style: .plain)
      for row in 0..<4 {
        canvas.draw(String(repeating: "\(row)", count: 20), column: 0, row: row, style: .plain)
      }
      try pane.write(writer.bytes(for: canvas.frame))
      #expect(try pane.text() == canvas.frame.text)
      canvas.draw("#", column: 19, row: 3, style: .plain)
      try pane.write(writer.bytes(for: canvas.frame))
      #expect(try pane.text() == canvas.frame.text)
    }
  }

  @Test
  func `the hidden cursor is placed at the selected item, and a text cursor takes precedence`()
    async throws
  {
    let size = Size(columns: 20, rows: 4)
    let pane = try await PaneScreen(size: size)
    let described = try #require(Entries.all["tmux-256color"])
    try await onThread { () throws in
      var writer = FrameWriter(described, depth: .indexed, window: size)
      var frame = Frame(size: size)
      func place(_ frame: Frame) throws -> String {
        try pane.write(writer.bytes(for: frame), then: "#{cursor_x} #{cursor_y} #{cursor_flag}")
      }
      frame.focus = Position(column: 3, row: 2)
      #expect(try place(frame) == "3 2 0")
      frame.cursor = Position(column: 19, row: 3)
      #expect(try place(frame) == "19 3 1")
      frame.cursor = nil
      #expect(try place(frame) == "3 2 0")
    }
  }
}
