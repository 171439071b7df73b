import Frame

/// The columns of a ``Menu``: each is as wide as its longest text, as far as the screen has room.
struct MenuLayout: Hashable, Sendable {
  /// The width of the dialog in cells, including its border.
  let columns: Int
  private var widths: [Int] = []
  private let trailingWidth: Int

  /// The width below which no column shrinks, in cells.
  private static let minimumWidth = 8

  /// Measures the rows.
  ///
  /// - Parameters:
  ///   - rows: All rows of the menu.
  ///   - title: The title of the dialog.
  ///   - range: The narrowest and the widest dialog in cells.
  ///   - screen: The size of the screen in cells.
  init(_ rows: [MenuRow], title: String, in range: ClosedRange<Int>, screen: Size) {
    let texts = rows.map { $0.cells.map { DisplayText($0.text, limit: screen.columns).width } }
    for (row, cells) in zip(rows, texts) where !row.isHeading {
      widths += Array(repeating: 0, count: max(cells.count - widths.count, 0))
      for (column, width) in cells.enumerated() { widths[column] = max(widths[column], width) }
    }
    trailingWidth =
      rows.map { $0.trailing.reduce(0) { $0 + DisplayText($1.text).width } }.max() ?? 0
    let lines = zip(rows, texts).map { [widths] row, cells in
      (row.isHeading ? 0 : widths.prefix(max(cells.count - 1, 0)).reduce(0, +)) + (cells.last ?? 0)
    }
    let widest = (lines.max() ?? 0) + trailingWidth + 4
    let preferred = max(widest, DisplayText(title, limit: screen.columns).width + 6)
    columns = screen.dialogColumns(
      min(max(preferred, range.lowerBound), range.upperBound, screen.columns)
    )
    shrink(by: (lines.max() ?? 0) - (columns - 4 - trailingWidth))
  }

  /// Shrinks the widest columns by a number of cells in total.
  private mutating func shrink(by excess: Int) {
    for _ in 0..<max(excess, 0) {
      guard let column = widths.indices.max(by: { widths[$0] < widths[$1] }),
        widths[column] > Self.minimumWidth
      else { return }
      widths[column] -= 1
    }
  }

  func line(_ row: MenuRow, _ theme: Theme) -> Line {
    if row.isHeading {
      return Line(row.cells.map { $0.span(DisplayText(line: $0.text), theme) })
    }
    var spans = zip(row.cells, widths).map { cell, width in
      cell.span(DisplayText(cell.text, limit: width).padded(to: width), theme)
    }
    guard !row.trailing.isEmpty else { return Line(spans) }
    let gap = max(columns - 4 - trailingWidth - Line(spans).width, 0)
    spans.append(Span(String(repeating: " ", count: gap), theme.style(.dialog)))
    return Line(spans + row.trailing.map { $0.span(DisplayText(line: $0.text), theme) })
  }
}
