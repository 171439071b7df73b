import Text

/// Wraps help text between words at the width of the terminal.
struct WordWrap {
  /// The allowed line widths: narrower and wider lines are hard to read.
  private static let widths = 40...100
  /// The line width if the width of the terminal is unknown.
  private static let defaultWidth = 80

  /// The maximum length of a line in characters.
  let width: Int

  /// Derives the line width from the terminal: 40 to 100 characters.
  ///
  /// - Parameter columns: The width of the terminal; `nil` if standard output is not a terminal.
  init(columns: Int?) {
    let columns = columns ?? Self.defaultWidth
    width = min(max(columns, Self.widths.lowerBound), Self.widths.upperBound)
  }

  /// Joins words to lines; a line break is only inserted between two words.
  ///
  /// - Parameters:
  ///   - words: The words, which can contain spaces.
  ///   - lead: The beginning of the first line.
  ///   - indent: The number of spaces before each line but the first.
  /// - Returns: The lines, without a line feed at the end.
  func text(_ words: [String], after lead: String, indent: Int) -> String {
    var lines: [String] = []
    var line = lead
    var isEmpty = true
    for word in words {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent)
        isEmpty = true
      }
      line += isEmpty ? word : " " + word
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n")
  }

  /// Wraps a text at its spaces; `lead` begins the first line, `indent` the others.
  func text(_ text: String, after lead: String = "", indent: Int = 0) -> String {
    self.text(text.split(separator: " ").map(String.init), after: lead, indent: indent)
  }

  /// Formats rows of a label and its explanation; an explanation after a long label begins a new
  /// line.
  func table(_ rows: [(label: String, text: String)]) -> String {
    let widest = rows.map(\.label.count).max() ?? 0
    let column = min(widest, width / 3) + 4
    return rows.map { label, text in
      let lead = "  " + label
      guard lead.count + 2 > column else {
        return self.text(text, after: lead.rightPadded(to: column), indent: column)
      }
      let indent = String(repeating: " ", count: column)
      return lead + "\n" + self.text(text, after: indent, indent: column)
    }.joined(separator: "\n")
  }
}
