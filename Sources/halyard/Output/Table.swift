import Dashboard

/// Rows of texts in aligned columns, which can be fitted to the width of a terminal.
struct Table {
  /// The titles of the columns; empty for a table without them.
  var header: [String] = []
  let rows: [[String]]

  /// The number of spaces between two columns.
  private static let gap = 2

  /// The rows, one a line, at their full width; texts from a source are made safe to print.
  var text: String { text(fitting: nil) }

  /// The header and the rows, one a line, cut to a width.
  ///
  /// The widest column gives way first: its texts end in `…`.
  ///
  /// - Parameters:
  ///   - columns: The width of the terminal in cells; `nil` cuts nothing.
  ///   - isColoured: Whether the header is dimmed.
  /// - Returns: Lines that end in a line feed.
  func text(fitting columns: Int?, isColoured: Bool = false) -> String {
    let lines = ([header] + rows).map { row in
      row.map { DisplayText($0, limit: columns ?? .max) }
    }
    let count = lines.map(\.count).max() ?? 0
    let natural = (0..<count).map { column in
      lines.compactMap { $0.indices.contains(column) ? $0[column].width : nil }.max() ?? 0
    }
    let widths = columns.map { Self.fit(natural, in: $0) } ?? natural
    var texts = lines.map { Self.line($0, widths: widths) }
    if header.isEmpty {
      texts.removeFirst()
    } else if isColoured {
      texts[0] = "\u{1B}[2m" + texts[0] + "\u{1B}[0m"
    }
    return texts.map { $0 + "\n" }.joined()
  }

  /// Takes cells from the widest column until a row fits, but leaves each column one cell.
  private static func fit(_ natural: [Int], in columns: Int) -> [Int] {
    var widths = natural
    var excess = widths.reduce(0, +) + gap * (widths.count - 1) - columns
    while excess > 0, let widest = widths.max(), widest > 1,
      let column = widths.firstIndex(of: widest)
    {
      widths[column] -= 1
      excess -= 1
    }
    return widths
  }

  private static func line(_ row: [DisplayText], widths: [Int]) -> String {
    var line = ""
    for (text, width) in zip(row, widths) {
      line += text.padded(to: width).text + String(repeating: " ", count: gap)
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
