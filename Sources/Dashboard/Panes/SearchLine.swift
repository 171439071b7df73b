import Frame

extension DashboardState {
  /// Draws the line in which a search is typed, and how many features match.
  func drawSearchLine(on canvas: inout Canvas, in area: Area) {
    guard let search else { return }
    let count = Span(
      searchCount ?? "",
      theme.style(search.isWithoutMatch ? .failure : .information)
    )
    let hint = "name, description, section, variation or variable"
    drawTyping(search.input, count: count, hint: hint, on: &canvas, in: area)
  }

  /// Draws the line in which is typed what the log is searched for.
  func drawLogSearchLine(on canvas: inout Canvas, in area: Area) {
    let words = log.words.isEmpty ? "" : log.shown.isEmpty ? "no match" : "\(log.shown.count)"
    let count = Span(words, theme.style(log.shown.isEmpty ? .failure : .information))
    drawTyping(log.input, count: count, hint: "time, kind or words", on: &canvas, in: area)
  }

  private func drawTyping(
    _ input: TextInput,
    count: Span,
    hint: String,
    on canvas: inout Canvas,
    in area: Area
  ) {
    canvas.draw(" /", column: area.column, row: area.row, style: theme.style(.key))
    let keys = "enter keep   esc back "
    let isRoomy = area.columns >= 60
    let tail = Line([
      count, Span("   ", theme.style(.text)),
      Span(isRoomy ? keys : "", theme.style(.muted)),
    ])
    let end = Area(
      column: area.endColumn - tail.width,
      row: area.row,
      columns: tail.width,
      rows: 1
    )
    canvas.draw(tail, in: end, row: area.row)
    let text = Area(
      column: area.column + 3,
      row: area.row,
      columns: end.column - area.column - 5,
      rows: 1
    )
    canvas.draw(
      input,
      in: text,
      hint: hint,
      theme: theme,
      style: theme.style(.text)
    )
  }

  /// Which match the cursor is on and how many there are; `nil` while nothing is searched for.
  var searchCount: String? {
    guard let search else { return nil }
    if search.due != nil { return "…" }
    guard !search.words.isEmpty else { return nil }
    if search.matches.isEmpty { return "no match" }
    let count = search.matches.count
    guard let number = search.number(ofRow: cursor) else {
      return count == 1 ? "1 match" : "\(count) matches"
    }
    return "\(number) of \(count)"
  }
}

extension Search {
  /// Whether words were typed that no feature has.
  var isWithoutMatch: Bool { due == nil && !words.isEmpty && matches.isEmpty }
}
