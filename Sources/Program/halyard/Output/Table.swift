import Dashboard
import Frame

/// Formats rows in aligned columns, which can be truncated to the width of a terminal.
///
/// The rows can be a lazy collection, which is iterated twice: to measure and to write. A table of
/// very many rows then needs little memory.
struct Table<Rows: Collection> where Rows.Element == [String] {
  /// The titles of the columns; empty for a table without a header line.
  var header: [String] = []
  /// The number of leading columns that are truncated only after all other columns have one cell.
  var fixedColumns = 0
  let rows: Rows

  /// The maximum width in terminal cells to which a column is padded if the output is not a terminal.
  ///
  /// A longer text shifts only the rest of its own line, instead of widening the column in all lines.
  private static var paddingLimit: Int { 40 }
  /// The number of spaces between two columns.
  private static var gap: Int { 2 }
  /// The number of lines that are written at a time.
  private static var chunkSize: Int { 512 }

  /// The untruncated rows, one per line, without control characters.
  var text: String { text(fitting: nil) }

  /// Formats the header and the rows, one per line, truncated to the given width.
  ///
  /// - Parameters:
  ///   - columns: The width of the terminal in cells; `nil` for no truncation.
  ///   - isColoured: Whether the header is dimmed.
  /// - Returns: Lines that end in a line feed.
  func text(fitting columns: Int?, isColoured: Bool = false) -> String {
    var text = ""
    write(fitting: columns) { lines in
      for line in lines { text += line.text(isColoured: isColoured) + "\n" }
    }
    return text
  }

  /// Writes the header and the rows, one per line, truncated to the given width.
  ///
  /// The widest column is truncated first; `…` marks a truncated cell.
  ///
  /// - Parameters:
  ///   - columns: The width of the terminal in cells; `nil` for no truncation.
  ///   - output: Called with several lines at a time; the header is dimmed.
  func write(fitting columns: Int?, to output: ([Line]) -> Void) {
    let limit = columns ?? .max
    var natural = Self.widths(of: header, limit)
    for row in rows {
      for (column, cell) in Self.widths(of: row, limit).enumerated() {
        let width = columns == nil && cell > Self.paddingLimit ? 0 : cell
        if column < natural.count {
          natural[column] = max(natural[column], width)
        } else {
          natural.append(width)
        }
      }
    }
    let widths = columns.map { fit(natural, in: $0) } ?? natural
    let isTruncated = columns != nil
    var chunk: [Line] = []
    if !header.isEmpty {
      let style = Style(attributes: .dim)
      chunk = [Self.line(header, widths: widths, isTruncated: isTruncated, style: style)]
    }
    for row in rows {
      chunk.append(Self.line(row, widths: widths, isTruncated: isTruncated))
      if chunk.count >= Self.chunkSize {
        output(chunk)
        chunk.removeAll(keepingCapacity: true)
      }
    }
    output(chunk)
  }

  private static func widths(of row: [String], _ limit: Int) -> [Int] {
    row.map { DisplayText($0, limit: limit).width }
  }

  /// Narrows the widest columns until a row fits the given width; each column keeps at least one cell.
  private func fit(_ natural: [Int], in columns: Int) -> [Int] {
    var widths = natural
    var excess = widths.reduce(0, +) + Self.gap * (widths.count - 1) - columns
    while excess > 0, let column = widestColumn(widths, from: fixedColumns) ?? widestColumn(widths)
    {
      widths[column] -= 1
      excess -= 1
    }
    return widths
  }

  /// The widest column from the given position on; `nil` if none of these is wider than one cell.
  private func widestColumn(_ widths: [Int], from start: Int = 0) -> Int? {
    let columns = widths.indices.dropFirst(start)
    guard let widest = columns.map({ widths[$0] }).max(), widest > 1 else { return nil }
    return columns.first { widths[$0] == widest }
  }

  private static func line(
    _ row: [String],
    widths: [Int],
    isTruncated: Bool,
    style: Style = .plain
  ) -> Line {
    let gap = DisplayText.Cluster(" ", width: 1)
    var clusters: [DisplayText.Cluster] = []
    for (text, width) in zip(row, widths) {
      let cell = DisplayText(text, limit: isTruncated ? width : .max)
      clusters += cell.padded(to: isTruncated ? width : max(width, cell.width)).clusters
      clusters += repeatElement(gap, count: Self.gap)
    }
    while clusters.last?.content == .space { clusters.removeLast() }
    return Line([Span(DisplayText(clusters: clusters), style)])
  }
}

extension Table: Sendable where Rows: Sendable {}
