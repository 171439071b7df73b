/// A part of a line in one style.
package struct Span: Hashable, Sendable {
  /// The text.
  package var text: DisplayText
  /// The style.
  package var style: Style

  package init(_ text: DisplayText, _ style: Style) {
    self.text = text
    self.style = style
  }

  package init(_ text: String, _ style: Style) {
    self.init(DisplayText(line: text), style)
  }
}

/// A line of text in several styles.
package struct Line: Hashable, Sendable {
  /// The spans from left to right.
  package var spans: [Span] = []

  package init(_ spans: [Span] = []) {
    self.spans = spans
  }

  package init(_ text: String, _ style: Style) {
    spans = [Span(text, style)]
  }

  /// The width of the line in cells.
  package var width: Int { spans.reduce(0) { $0 + $1.text.width } }
}
