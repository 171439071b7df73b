import Frame

/// Formats rows in aligned columns, which can be truncated to the width of a terminal.
///
/// The rows can be a lazy collection, which is iterated twice: to measure and to write. A table of
/// very many rows then needs little memory.
struct Table<Rows: Collection> where Rows.Element == [String] {
  /// The titles of the columns; empty for a table without a header line.
  var header: [String] = []
  /// The number of columns at the start that are truncated only if all others have one cell.
  var fixedColumns = 0
  let rows: Rows

  /// The width in cells to which cells are padded without a terminal.
  ///
  /// A longer cell shifts the rest of its line, and does not lengthen all others.
  private static var paddingLimit: Int { 200 }
  /// The number of spaces between two columns.
  private static var gap: Int { 2 }
  /// The size of the write buffer in bytes.
  private static var chunkSize: Int { 1 << 16 }

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
    write(fitting: columns, isColoured: isColoured) { text += $0 }
    return text
  }

  /// Writes the header and the rows, one per line, truncated to the given width.
  ///
  /// The widest column is truncated first; `…` marks a truncated cell.
  ///
  /// - Parameters:
  ///   - columns: The width of the terminal in cells; `nil` for no truncation.
  ///   - isColoured: Whether the header is dimmed.
  ///   - output: Called with several lines at a time, each with its line feed.
  func write(fitting columns: Int?, isColoured: Bool = false, to output: (String) -> Void) {
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
    var chunk = ""
    if !header.isEmpty {
      let line = Self.line(header, widths: widths, isTruncated: isTruncated)
      chunk = (isColoured ? "\u{1B}[2m" + line + "\u{1B}[0m" : line) + "\n"
    }
    for row in rows {
      chunk += Self.line(row, widths: widths, isTruncated: isTruncated) + "\n"
      if chunk.utf8.count >= Self.chunkSize {
        output(chunk)
        chunk = ""
      }
    }
    output(chunk)
  }

  private static func widths(of row: [String], _ limit: Int) -> [Int] {
    row.map { DisplayText($0, limit: limit).width }
  }

  /// Narrows the widest columns until a row fits; no column becomes narrower than one cell.
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

  /// The widest column from a position on; `nil` if each has at most one cell.
  private func widestColumn(_ widths: [Int], from start: Int = 0) -> Int? {
    let columns = widths.indices.dropFirst(start)
    guard let widest = columns.map({ widths[$0] }).max(), widest > 1 else { return nil }
    return columns.first { widths[$0] == widest }
  }

  private static func line(_ row: [String], widths: [Int], isTruncated: Bool) -> String {
    var line = ""
    for (text, width) in zip(row, widths) {
      let cell = DisplayText(text, limit: isTruncated ? width : .max)
      line +=
        cell.padded(to: isTruncated ? width : max(width, cell.width)).text
        + String(repeating: " ", count: gap)
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}

extension Table: Sendable where Rows: Sendable {}
