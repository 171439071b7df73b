import Frame

/// The text of a pane or dialog for plain mode: words replace symbols, and borders are omitted.
struct PlainText: Hashable, Sendable {
  /// The lines without borders; no line is empty.
  let lines: [String]
  /// The index of the line under the cursor; `nil` without a cursor.
  let current: Int?
  /// The scroll position of a list that is longer than the area; `nil` if all lines are in the area.
  private let scroll: ScrollMark?

  /// Extracts the lines of an area.
  ///
  /// - Parameters:
  ///   - canvas: The canvas with the area.
  ///   - area: The area of a pane or dialog.
  ///   - symbols: The words for symbols that have another meaning in the pane or dialog.
  init(_ canvas: Canvas, in area: Area, symbols: [Character: String] = [:]) {
    let symbols = Self.symbols.merging(symbols) { $1 }
    let frame = canvas.frame
    scroll = canvas.scroll.flatMap { $0.total > $0.visible ? $0 : nil }
    var lines: [String] = []
    var current: Int?
    let columns = area.column..<min(area.endColumn, frame.size.columns)
    for row in area.row..<min(area.endRow, frame.size.rows) {
      let start = row * frame.size.columns
      let cells = frame.cells[start + columns.lowerBound..<start + columns.upperBound]
      // Skips blank rows early: the screen of plain mode is tall, and most of its rows are blank.
      guard cells.contains(where: { $0.content != .space }) else { continue }
      let text = String(decoding: cells.flatMap(\.content.utf8), as: UTF8.self)
      let words = Self.words(of: text, symbols)
      // Omits the search text of the palette, because it repeats the line that the user has entered.
      guard !words.isEmpty, !words.hasPrefix(": ") else { continue }
      if text.contains(Self.cursor) { current = lines.count }
      lines.append(words)
    }
    self.lines = lines
    self.current = current
  }

  /// The number of the line under the cursor; `nil` without a cursor.
  var currentNumber: Int? { current.map { $0 + (scroll?.first ?? 0) } }

  /// The numbers of all lines, including those that are scrolled out of the area.
  var numbers: Range<Int> {
    let hidden = scroll.map { $0.total - $0.visible } ?? 0
    return 1..<max(lines.count + hidden, 1)
  }

  /// The lines with numbers if one of them is under a cursor, so that a number can select a line.
  ///
  /// The first line is the title of the pane or dialog, and has no number.
  var numbered: [String] {
    guard let current else { return lines }
    let first = scroll?.first ?? 0
    return lines.enumerated().map { index, line in
      index == 0 ? line : "\(index + first) \(line)\(index == current ? " (selected)" : "")"
    } + (scroll.map { ["There are \($0.total) lines; enter a number to go to a line."] } ?? [])
  }

  /// The symbol of the row under the cursor.
  private static let cursor = "▌"

  /// The row of an area that is under the cursor; `nil` without a cursor.
  static func cursorRow(_ frame: Frame, in area: Area) -> Int? {
    (area.row..<min(area.endRow, frame.size.rows)).first { row in
      (area.column..<min(area.endColumn, frame.size.columns)).contains {
        frame[column: $0, row: row].text == cursor
      }
    }
  }

  /// The words for the symbols of the screen, unless a pane has its own word for a symbol.
  ///
  /// Borders, blocks and symbols that are not in this table have no words.
  private static let symbols: [Character: String] = [
    "●": "current,", "◆": "overridden", "◈": "overridden for this session",
    "◉": "overridden for this user", "◎": "overridden for others",
    "✓": "passed:", "✗": "failed:", "▲": "warning:", "•": "note:", "→": "to", "≠": "differs,",
    "±": "changed",
  ]

  /// The text with words for symbols, single spaces between words, and commas between columns.
  private static func words(of text: String, _ symbols: [Character: String]) -> String {
    var plain = ""
    for character in text {
      if let word = symbols[character] {
        plain += word
      } else {
        let scalar = character.unicodeScalars.first?.value ?? 0
        plain += (0x2500...0x25FF).contains(scalar) ? " " : String(character)
      }
    }
    let columns = plain.split(separator: "  ")
      .map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
    return columns.joined(separator: ", ")
  }
}
