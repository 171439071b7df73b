import Dashboard

/// Rows of texts in columns that line up, whatever letters they have.
struct Table {
  let rows: [[String]]

  /// The rows, one a line; texts from a source are made safe to print.
  var text: String {
    let safe = rows.map { $0.map { DisplayText($0) } }
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      safe.compactMap { $0.indices.contains(column) ? $0[column].width : nil }.max() ?? 0
    }
    return safe.map { line($0, widths: widths) + "\n" }.joined()
  }

  private func line(_ row: [DisplayText], widths: [Int]) -> String {
    var line = ""
    for (text, width) in zip(row, widths) {
      line += text.text + String(repeating: " ", count: width - text.width + 2)
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
