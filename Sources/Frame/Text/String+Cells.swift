extension DisplayText {
  /// Makes text safe to show; truncates it at the maximum width of a line.
  package init(line text: String) {
    self.init(text, limit: Self.lineLimit)
  }

  /// Makes text safe to show; truncates it with `…` to the given number of cells.
  package init(_ text: String, truncatedTo columns: Int) {
    self = DisplayText(text, limit: max(columns, 0)).truncated(to: columns)
  }

  /// Makes text safe to show; truncates it with `…` in the middle to the given number of cells, so that
  /// its end, by which URLs, paths and names differ, stays visible.
  ///
  /// Of a long text, only the start and the end are processed.
  package init(_ text: String, fittedTo columns: Int) {
    let columns = max(columns, 0)
    let start = DisplayText(text, limit: columns)
    guard start.width > columns else {
      self = start
      return
    }
    let end = DisplayText(String(text.suffix(columns)))
    self = DisplayText(clusters: start.clusters + end.clusters).truncatedInMiddle(to: columns)
  }

  /// Makes text safe to show; wraps it into lines of at most the given number of cells.
  package static func lines(of text: String, columns: Int) -> [DisplayText] {
    DisplayText(line: text).wrapped(to: columns)
  }
}

extension String {
  /// The text, safe to show and truncated with `…` to the given number of cells.
  package func shortened(to columns: Int) -> String {
    DisplayText(self, truncatedTo: columns).text
  }

  /// Pads the text with spaces at its start to at least the given number of characters.
  package func leftPadded(to length: Int) -> String {
    String(repeating: " ", count: Swift.max(length - count, 0)) + self
  }

  /// Pads the text with spaces at its end to at least the given number of characters.
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
