import FeatureFlags

extension DashboardState {
  /// Draws the line that says what is open, where it is from, and what is special about it.
  func drawHeader(on canvas: inout Canvas, in area: Area) {
    canvas.draw(" Halyard ", column: area.column, row: area.row, style: theme.style(.brand))
    let right = headerFacts
    let rightWidth = right.width + 1
    let room = area.columns - 9 - 2
    let leftRoom = right.width > 0 && rightWidth + 12 <= room ? room - rightWidth - 1 : room
    let left = Area(column: area.column + 11, row: area.row, columns: leftRoom, rows: 1)
    canvas.draw(headerSource, in: left, row: area.row)
    guard leftRoom < room else { return }
    let end = Area(
      column: area.endColumn - rightWidth,
      row: area.row,
      columns: rightWidth,
      rows: 1
    )
    canvas.draw(right, in: end, row: area.row)
  }

  private var headerSource: Line {
    let muted = theme.style(.muted)
    var spans = [Span(context.source, theme.style(.title))]
    if let origin { spans.append(Span("   " + origin.words, muted)) }
    if let note { spans.append(Span(" · " + note, theme.style(.warning))) }
    return Line(spans)
  }

  /// What is special, the most important last, since that is where the eye goes.
  private var headerFacts: Line {
    let muted = theme.style(.muted)
    var facts: [Span] = []
    if let user = context.user {
      let name = DisplayText(user, limit: 24).truncated(to: 24)
      facts.append(Span("user " + name.text, muted))
    }
    if errorCount > 0 {
      let words = errorCount == 1 ? "1 problem" : "\(errorCount) problems"
      facts.append(Span("▲ " + words, theme.style(.warning)))
    }
    if let count = list?.overriddenCount, count > 0 {
      facts.append(Span("◆ \(count) overridden", theme.style(.overridden)))
    }
    if context.isReadOnly { facts.append(Span("read-only", theme.style(.warning))) }
    return Line(Array(facts.map { [$0] }.joined(separator: [Span(" · ", muted)])))
  }
}

extension Origin {
  /// How the configuration was got, in a word.
  fileprivate var words: String {
    switch self {
    case .remote: "remote"
    case .cache: "from the cache"
    case .fallback: "fallback"
    case .bundled: "built in"
    case .file: "file"
    }
  }
}
