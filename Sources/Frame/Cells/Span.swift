/// A piece of a line in one style.
package struct Span: Hashable, Sendable {
  /// What it says.
  package var text: DisplayText
  /// How it looks.
  package var style: Style

  package init(_ text: DisplayText, _ style: Style) {
    self.text = text
    self.style = style
  }

  package init(_ text: String, _ style: Style) {
    self.init(DisplayText(text, limit: Span.limit), style)
  }

  /// No line of a screen is longer, so that a name of a megabyte costs no more than a long one.
  package static let limit = 4000
}

/// One line of a pane, made of spans.
package struct Line: Hashable, Sendable {
  /// The spans from left to right.
  package var spans: [Span] = []

  package init(_ spans: [Span] = []) {
    self.spans = spans
  }

  package init(_ text: String, _ style: Style) {
    spans = [Span(text, style)]
  }

  /// The number of cells that the line takes.
  package var width: Int { spans.reduce(0) { $0 + $1.text.width } }
}
