import Frame

/// The columns of a ``Menu``: each is as wide as its longest text, as far as the screen has room.
struct MenuLayout: Hashable, Sendable {
  /// The width of the dialog in cells, including its border.
  let columns: Int
  private var widths: [Int] = []
  private let trailingWidth: Int
  /// The number of rows of the list in the viewport.
  private(set) var height: Int
  /// The number of lines below the list for the full texts of the row under the cursor; 0 if all texts fit
  /// into their columns.
  private(set) var noteRows = 0

  /// The width below which no column shrinks, in cells.
  private static let minimumWidth = 8
  /// The minimum number of rows of the list on a small screen, on which it shares the room with the
  /// lines below it.
  private static let minimumHeight = 4

  /// Measures the rows.
  ///
  /// - Parameters:
  ///   - rows: All rows of the menu.
  ///   - title: The title of the dialog.
  ///   - range: The minimum and the maximum width of the dialog in cells.
  ///   - screen: The size of the screen in cells.
  init(_ rows: [MenuRow], title: String, in range: ClosedRange<Int>, screen: Size) {
    height = ListCursor.height(count: rows.count, screen: screen)
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
    let whole = Set(rows.flatMap { row in row.cells.indices.filter { row.cells[$0].isWhole } })
    shrink(by: (lines.max() ?? 0) - (columns - 4 - trailingWidth), besides: whole)
    let room = screen.rows - 5 - min(rows.count, Self.minimumHeight)
    let needed = rows.lazy.map { [self] in note(on: $0).count }.max() ?? 0
    guard needed > 0, room > 0 else { return }
    noteRows = min(needed, room)
    height = min(height, screen.rows - 5 - noteRows)
  }

  /// The number of rows of the dialog, including its border.
  var rows: Int { height + 2 + (noteRows > 0 ? noteRows + 1 : 0) }

  /// The texts of a row that do not fit into their columns, wrapped to the width of the dialog.
  func note(on row: MenuRow) -> [DisplayText] {
    guard !row.isHeading else { return [] }
    return zip(row.cells, widths).flatMap { cell, width in
      DisplayText(cell.text, limit: width).width > width
        ? DisplayText.lines(of: cell.text.trimmed, columns: columns - 4) : []
    }
  }

  /// The lines below the list for a row; the last one is truncated if there is no room for all.
  func noteLines(on row: MenuRow, _ theme: Theme) -> [Line] {
    let lines = note(on: row)
    var shown = lines.prefix(noteRows)
    if lines.count > noteRows, let last = shown.popLast() {
      shown.append(
        DisplayText(clusters: last.clusters + lines[noteRows].clusters).truncated(to: columns - 4)
      )
    }
    return shown.map { Line([Span($0, theme.style(.dialog))]) }
  }

  /// Shrinks the widest columns by a number of cells in total; shrinks the given ones last.
  private mutating func shrink(by excess: Int, besides whole: Set<Int>) {
    for _ in 0..<max(excess, 0) {
      let others = widths.indices.filter { !whole.contains($0) && widths[$0] > Self.minimumWidth }
      let candidates = others.isEmpty ? Array(widths.indices) : others
      guard let column = candidates.max(by: { widths[$0] < widths[$1] }),
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
      let text =
        cell.isName
        ? DisplayText(line: cell.text).truncatedInMiddle(to: width)
        : DisplayText(cell.text, limit: width)
      return cell.span(text.padded(to: width), theme)
    }
    guard !row.trailing.isEmpty else { return Line(spans) }
    let gap = max(columns - 4 - trailingWidth - Line(spans).width, 0)
    spans.append(Span(String(repeating: " ", count: gap), theme.style(.dialog)))
    return Line(spans + row.trailing.map { $0.span(DisplayText(line: $0.text), theme) })
  }
}
