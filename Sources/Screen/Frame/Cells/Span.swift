@_exported public import Text

/// A part of a line that is drawn in one style.
package struct Span: Hashable, Sendable {
  /// The text of the span, safe to show in a terminal.
  package var text: DisplayText
  /// The colours and attributes of the text.
  package var style: Style

  package init(_ text: DisplayText, _ style: Style) {
    self.text = text
    self.style = style
  }

  package init(_ text: String, _ style: Style) {
    self.init(DisplayText(line: text), style)
  }
}

/// A line of text that consists of spans in different styles.
package struct Line: Hashable, Sendable {
  /// The spans from left to right.
  package var spans: [Span] = []

  package init(_ spans: [Span] = []) {
    self.spans = spans
  }

  package init(_ text: String, _ style: Style) {
    spans = [Span(text, style)]
  }

  /// The width of all spans in cells.
  package var width: Int { spans.reduce(0) { $0 + $1.text.width } }
}
