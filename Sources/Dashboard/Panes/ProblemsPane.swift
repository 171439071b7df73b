import FeatureFlags
import Frame

extension DashboardState {
  /// Draws the problems of the source in use, errors first.
  func drawProblems(on canvas: inout Canvas, in area: Area) {
    let isFocused = focus == .problems && dialog == nil
    let page = problemPage(columns: area.columns)
    let inside = area.inset(columns: 1)
    let visible = page.visible(of: problemList, rows: inside.rows)
    let position = "\(problemList.selected + 1)/\(problemList.count)"
    let box = Canvas.Box(
      title: [Span("Problems", theme.style(.title))]
        + (problemList.count > 0 ? [Span(" " + problemList.words, theme.style(.muted))] : []),
      position: problemList.count > visible ? [Span(position, theme.style(.muted))] : [],
      border: theme.style(isFocused ? .focusedBorder : .border),
      inside: theme.style(.text),
      scroll: ScrollMark(first: problemList.top, visible: visible, total: problemList.count)
    )
    canvas.draw(box, in: area)
    guard problemList.count > 0 else {
      let words = list == nil ? "Nothing is loaded yet." : "No problems in this configuration."
      return canvas.drawCentred([words], in: inside, theme: theme)
    }
    var row = inside.row
    for index in problemList.top..<problemList.count where row < inside.endRow {
      let entry = problemList[index]
      let lines = page.lines(of: entry).prefix(inside.endRow - row)
      let rows = Area(column: inside.column, row: row, columns: inside.columns, rows: lines.count)
      for line in lines {
        canvas.draw(line, in: rows.inset(columns: 1, rows: 0), row: row)
        row += 1
      }
      let isUnderCursor = isFocused && index == problemList.selected
      if isUnderCursor { canvas.restyle(rows) { theme.selected($0, row: theme.style(.text)) } }
      // Without the keys, the pane points at the problems of the feature under the list's cursor.
      if isUnderCursor || !isFocused && isAboutSelection(entry) { mark(rows, on: &canvas) }
    }
  }

  private func mark(_ rows: Area, on canvas: inout Canvas) {
    let style = theme.selectionBar(row: theme.style(.text))
    let isFocused = focus == .problems
    for row in rows.row..<rows.endRow {
      canvas.draw(
        "▌",
        column: rows.column,
        row: row,
        style: isFocused ? style : theme.style(.focusedBorder)
      )
    }
  }

  private func isAboutSelection(_ entry: ProblemList.Entry) -> Bool {
    guard case .problem(let problem) = entry, let selected else { return false }
    return problem.feature == selected.name.rawValue
  }

  /// How the problems are laid out in a pane of so many columns.
  private func problemPage(columns: Int) -> ProblemPage {
    let path = problemDocument ?? context.source
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return ProblemPage(columns: max(columns - 4, 8), document: name, theme: theme)
  }

  /// Brings the cursor of the problems into view.
  mutating func settleProblems(_ layout: Layout) {
    let page = problemPage(columns: layout.details.columns)
    problemList.settle(rows: layout.detailsHeight) { page.lines(of: $0).count }
  }

  /// Goes to the feature in the list that has the problem under the cursor.
  mutating func goToFeatureOfProblem(now: Duration) {
    guard case .problem(let problem) = problemList.entry, let feature = problem.feature,
      let position = list?.position(of: FeatureName(rawValue: feature))
    else {
      let text = "No feature in the list has this problem."
      return show(Notice(text, kind: .information), now: now)
    }
    guard let row = rows.row(of: position) else {
      let name = DisplayText(feature, limit: 40).truncated(to: 40).text
      let text = "The filter hides \(name): f changes the filter."
      return show(Notice(text, kind: .information), now: now)
    }
    cursor = row
    go(to: .list)
  }
}

/// How entries of the list of problems are laid out.
private struct ProblemPage {
  let columns: Int
  /// The name of the document that has the problems.
  let document: String
  let theme: Theme

  /// The width of the sign with the gap behind it.
  private static let indent = 2

  /// The number of entries of which at least the first line is in view.
  func visible(of list: ProblemList, rows: Int) -> Int {
    var room = rows
    var count = 0
    while list.top + count < list.count, room > 0 {
      room -= lines(of: list[list.top + count]).count
      count += 1
    }
    return count
  }

  func lines(of entry: ProblemList.Entry) -> [Line] {
    switch entry {
    case .failure(let words): return lines(sign: .error, words)
    case .omitted(let count):
      return [Line("… and \(count) more, which are not listed", theme.style(.muted))]
    case .problem(let problem): return lines(of: problem)
    }
  }

  private func lines(of problem: Problem) -> [Line] {
    let fact = "\(problem.fact)"
    let place = problem.line.map { "\(document):\($0)" }
    guard let feature = problem.feature else {
      let lines = lines(sign: problem.severity, fact)
      return lines + (place.map { [indented($0, .muted)] } ?? [])
    }
    let tail = DisplayText(place.map { "  " + $0 } ?? "", limit: columns / 2)
      .truncated(to: columns / 2)
    let room = max(columns - Self.indent - tail.width, 4)
    let name = DisplayText(feature, limit: room).truncated(to: room)
    let head = Line([
      sign(problem.severity), Span(name, theme.style(.title)), Span(tail, theme.style(.muted)),
    ])
    return [head] + wrapped(fact).map { indented($0, .text) }
  }

  private func lines(sign severity: Problem.Severity, _ words: String) -> [Line] {
    let lines = wrapped(words)
    let first = lines.prefix(1).map { Line([sign(severity), Span($0, theme.style(.text))]) }
    return first + lines.dropFirst().map { indented($0, .text) }
  }

  private func sign(_ severity: Problem.Severity) -> Span {
    switch severity {
    case .error: Span("✗ ", theme.style(.failure))
    case .warning: Span("▲ ", theme.style(.warning))
    }
  }

  private func wrapped(_ words: String) -> [DisplayText] {
    DisplayText(words, limit: Span.limit).wrapped(to: columns - Self.indent)
  }

  private func indented(_ words: String, _ role: Role) -> Line {
    indented(DisplayText(words, limit: columns).truncated(to: columns - Self.indent), role)
  }

  private func indented(_ text: DisplayText, _ role: Role) -> Line {
    Line([Span("  ", theme.style(role)), Span(text, theme.style(role))])
  }
}
