extension DisplayText {
  /// Makes text safe to show, up to the maximum width of a line.
  package init(line text: String) {
    self.init(text, limit: Self.lineLimit)
  }

  /// Makes text safe to show and truncates it to a number of cells.
  package init(_ text: String, truncatedTo columns: Int) {
    self = DisplayText(text, limit: max(columns, 0)).truncated(to: columns)
  }

  /// Makes text safe to show and wraps it into lines of at most a number of cells.
  package static func lines(of text: String, columns: Int) -> [DisplayText] {
    DisplayText(line: text).wrapped(to: columns)
  }
}

extension String {
  /// The text, safe to show and truncated to a number of cells.
  package func shortened(to columns: Int) -> String {
    DisplayText(self, truncatedTo: columns).text
  }

  /// The text with spaces before it, in at least this many characters.
  package func leftPadded(to length: Int) -> String {
    String(repeating: " ", count: Swift.max(length - count, 0)) + self
  }

  /// The text with spaces after it, in at least this many characters.
  package func rightPadded(to length: Int) -> String {
    self + String(repeating: " ", count: Swift.max(length - count, 0))
  }
}

extension StringProtocol {
  /// The text without white space at its start and end.
  package var trimmed: String {
    var text = self[...].drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
