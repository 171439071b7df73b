import Frame

/// Breaks text between words into lines of a given width, for help.
struct WordWrap {
  /// The widths that a line of help can have: shorter lines are unreadable, longer ones hard to read.
  private static let widths = 40...100
  /// The width if the terminal's width is unknown.
  private static let defaultWidth = 80

  /// The width of a line in characters.
  let width: Int

  /// Fits lines to a terminal.
  ///
  /// - Parameter columns: The width of the terminal; `nil` if standard output is not a terminal.
  init(columns: Int?) {
    let columns = columns ?? Self.defaultWidth
    width = min(max(columns, Self.widths.lowerBound), Self.widths.upperBound)
  }

  /// Wraps words after a text that begins the first line.
  ///
  /// - Parameters:
  ///   - words: The parts that are not broken over lines.
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

  /// Wraps a text after another text that begins the first line.
  func text(_ text: String, after lead: String = "", indent: Int = 0) -> String {
    self.text(text.split(separator: " ").map(String.init), after: lead, indent: indent)
  }

  /// Formats labels with explanations beside them, or below a label that is long.
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
