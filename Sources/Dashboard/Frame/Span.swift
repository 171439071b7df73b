/// A piece of a line in one style.
struct Span: Hashable, Sendable {
  /// What it says.
  var text: DisplayText
  /// How it looks.
  var style: Style

  init(_ text: DisplayText, _ style: Style) {
    self.text = text
    self.style = style
  }

  init(_ text: String, _ style: Style) {
    self.init(DisplayText(text, limit: Span.limit), style)
  }

  /// No line of a screen is longer, so that a name of a megabyte costs no more than a long one.
  static let limit = 4000
}

/// One line of a pane, made of spans.
struct Line: Hashable, Sendable {
  /// The spans from left to right.
  var spans: [Span] = []

  init(_ spans: [Span] = []) {
    self.spans = spans
  }

  init(_ text: String, _ style: Style) {
    spans = [Span(text, style)]
  }

  /// The number of cells that the line takes.
  var width: Int { spans.reduce(0) { $0 + $1.text.width } }
}
