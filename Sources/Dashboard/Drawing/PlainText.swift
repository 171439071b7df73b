import Frame

/// The words of a part of a frame, without borders and signs that only have a meaning on a screen.
struct PlainText: Hashable, Sendable {
  /// The lines without borders; no line is empty.
  let lines: [String]
  /// The index of the line under the cursor; `nil` without a cursor.
  let current: Int?

  /// Extracts the lines of an area.
  init(_ frame: Frame, in area: Area) {
    var lines: [String] = []
    var current: Int?
    for row in area.row..<min(area.endRow, frame.size.rows) {
      let text = (area.column..<min(area.endColumn, frame.size.columns))
        .map { frame[column: $0, row: row].text }.joined()
      let words = Self.words(of: text)
      // The search text of the palette is the line that the user has entered.
      guard !words.isEmpty, !words.hasPrefix(": ") else { continue }
      if text.contains(Self.cursor) { current = lines.count }
      lines.append(words)
    }
    self.lines = lines
    self.current = current
  }

  /// The lines with numbers if one of them is under a cursor, so that a number can select a line.
  ///
  /// The first line is the title of the part.
  var numbered: [String] {
    guard let current else { return lines }
    return lines.enumerated().map { index, line in
      index == 0 ? line : "\(index) \(line)\(index == current ? " (selected)" : "")"
    }
  }

  /// The sign of the row under the cursor.
  private static let cursor = "▌"

  /// The row of an area that is under the cursor; `nil` without a cursor.
  static func cursorRow(_ frame: Frame, in area: Area) -> Int? {
    (area.row..<min(area.endRow, frame.size.rows)).first { row in
      (area.column..<min(area.endColumn, frame.size.columns)).contains {
        frame[column: $0, row: row].text == cursor
      }
    }
  }

  /// The words for the signs of the screen; other signs, borders and blocks have none.
  private static let signs: [Character: String] = [
    "●": "current,", "◆": "overridden", "◈": "overridden for this session", "✓": "marked,",
    "→": "to", "≠": "differs,", "±": "changed",
  ]

  /// The text with words for signs, single spaces between words, and commas between columns.
  private static func words(of text: String) -> String {
    var plain = ""
    for character in text {
      if let word = signs[character] {
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
