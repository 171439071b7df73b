import Frame
import Testing

/// Tests drawing into a canvas.
struct CanvasTests {
  private func canvas(_ columns: Int, _ rows: Int) -> Canvas {
    Canvas(size: Size(columns: columns, rows: rows), style: .plain)
  }

  @Test func `drawn text that is outside the screen is clipped`() {
    var canvas = canvas(4, 2)
    canvas.draw("above", column: 0, row: -1, style: .plain)
    canvas.draw("below", column: 0, row: 2, style: .plain)
    canvas.draw("left", column: -2, row: 0, style: .plain)
    canvas.draw("right", column: 2, row: 1, style: .plain)
    canvas.cursor = Position(column: 4, row: 0)
    #expect(canvas.frame.text == "ft\n  ri")
    #expect(canvas.frame.cursor == nil)
  }

  @Test func `a wide character that does not fit into the last column becomes a blank`() {
    var canvas = canvas(3, 1)
    canvas.draw("漢字", column: 0, row: 0, style: .plain)
    #expect(canvas.frame.text == "漢")
    #expect(canvas.frame[column: 1, row: 0].width == 0)
    #expect(canvas.frame[column: 2, row: 0].text == " ")
  }

  @Test(arguments: [(0, "x 字"), (1, " x字"), (2, "漢x"), (3, "漢 x")])
  func `overwriting half of a wide character clears the other half`(column: Int, expected: String) {
    var canvas = canvas(4, 1)
    canvas.draw("漢字", column: 0, row: 0, style: .plain)
    canvas.draw("x", column: column, row: 0, style: .plain)
    #expect(canvas.frame.text == expected)
  }

  @Test(arguments: [(0, "xy字"), (1, " xy"), (2, "漢xy"), (3, "漢 x")])
  func `copied cells and filled areas clear the other half of a wide character`(
    column: Int,
    expected: String
  ) {
    var source = canvas(2, 1)
    source.draw("xy", column: 0, row: 0, style: .plain)
    let cells = source.cells(in: Area(column: 0, row: 0, columns: 2, rows: 1))
    var canvas = canvas(4, 1)
    canvas.draw("漢字", column: 0, row: 0, style: .plain)
    canvas.draw(cells, column: column, row: 0)
    #expect(canvas.frame.text == expected)
    canvas = self.canvas(4, 1)
    canvas.draw("漢字", column: 0, row: 0, style: .plain)
    canvas.fill(Area(column: column, row: 0, columns: 2, rows: 1), style: .plain)
    let blank = expected.map { $0 == "x" || $0 == "y" ? " " : String($0) }.joined()
    #expect(canvas.frame.text == String(blank.reversed().drop { $0 == " " }.reversed()))
  }

  @Test func `a box of any size stays within its area`() {
    for columns in 0...12 {
      for rows in 0...6 {
        var canvas = canvas(14, 8)
        var box = Canvas.Box(border: .plain, inside: .plain)
        box.title = [Span("A long title", .plain)]
        box.position = [Span("12/340", .plain)]
        box.scroll = ScrollMark(first: 3, visible: 2, total: 9)
        canvas.draw(box, in: Area(column: 1, row: 1, columns: columns, rows: rows))
        for column in 0..<14 {
          for row in 0..<8 where canvas.frame[column: column, row: row].text != " " {
            #expect((1..<(1 + columns)).contains(column))
            #expect((1..<(1 + rows)).contains(row))
          }
        }
      }
    }
  }

  @Test(arguments: [(0, 0), (5, 2), (10, 5)])
  func `the scroll thumb is at the top for the first row, and at the bottom for the last row`(
    first: Int,
    start: Int
  ) {
    let mark = ScrollMark(first: first, visible: 10, total: 20)
    #expect(mark.thumb(height: 10) == start..<(start + 5))
    #expect(ScrollMark(first: 0, visible: 20, total: 20).thumb(height: 10) == nil)
  }
}
