import Frame

extension DashboardState {
  /// Draws the log of what happened, the newest first.
  func drawActivity(on canvas: inout Canvas, in area: Area) {
    let isFocused = focus == .activity && dialog == nil
    let inside = area.inset(columns: 2)
    let visible = log.entriesInView(columns: inside.columns, rows: inside.rows)
    let position = log.shown.count > visible ? "\(log.top + visible)/\(log.shown.count)" : ""
    let box = Canvas.Box(
      title: activityTitle,
      footnote: log.words.isEmpty || log.isTyping
        ? [] : [Span("/" + DisplayText(log.input.text).truncated(to: 24).text, theme.style(.key))],
      position: position.isEmpty ? [] : [Span(position, theme.style(.muted))],
      border: theme.style(isFocused ? .focusedBorder : .border),
      inside: theme.style(.text),
      scroll: ScrollMark(first: log.top, visible: max(visible, 1), total: log.shown.count)
    )
    canvas.draw(box, in: area)
    guard !log.shown.isEmpty else { return drawEmptyLog(on: &canvas, in: inside) }
    var row = inside.row
    for entry in log.shown.dropFirst(log.top) where row < inside.endRow {
      let page = ActivityPage(columns: inside.columns)
      for line in page.lines(of: entry, theme: theme, words: log.words) {
        canvas.draw(line, in: inside, row: row)
        row += 1
      }
    }
  }

  private var activityTitle: [Span] {
    let count = log.isFiltered ? "\(log.shown.count) of \(log.count)" : "\(log.count)"
    var spans = [
      Span("Activity", theme.style(.title)), Span(" " + count, theme.style(.muted)),
    ]
    if let kind = log.kind { spans.append(Span("  [\(kind.title)]", theme.style(.filter))) }
    return spans
  }

  private func drawEmptyLog(on canvas: inout Canvas, in area: Area) {
    let lines =
      log.isFiltered
      ? ["Nothing in the log is like that.", "esc shows all of it again."]
      : ["Nothing has happened yet.", "Polls, connectivity and changes come here."]
    canvas.drawCentred(lines, in: area, theme: theme)
  }
}

extension ActivityLog {
  /// The number of entries of which at least the first line is in view.
  func entriesInView(columns: Int, rows: Int) -> Int {
    let page = ActivityPage(columns: columns)
    var room = rows
    var count = 0
    for entry in shown.dropFirst(top) {
      guard room > 0 else { break }
      room -= page.height(of: entry)
      count += 1
    }
    return count
  }

  /// Brings the scrolling back to where there is something to see.
  mutating func settle(columns: Int, rows: Int) {
    guard top > 0 else {
      top = 0
      return
    }
    let page = ActivityPage(columns: columns)
    var room = rows
    var last = shown.count
    while last > 0 {
      room -= page.height(of: shown[last - 1])
      guard room >= 0 else { break }
      last -= 1
    }
    top = min(top, last, max(shown.count - 1, 0))
  }
}

/// How entries of the log are laid out.
private struct ActivityPage {
  let columns: Int

  /// The width of the time and of the sign, with the gaps behind them.
  private static let indent = 11

  private var textWidth: Int { max(columns - Self.indent, 8) }

  private func wrapped(_ text: String) -> [DisplayText] {
    DisplayText(text, limit: Span.limit).wrapped(to: textWidth)
  }

  func height(of entry: ActivityEntry) -> Int {
    wrapped(entry.text).count + (entry.details.isEmpty ? 0 : wrapped(entry.details).count)
  }

  func lines(of entry: ActivityEntry, theme: Theme, words: [[UInt8]]) -> [Line] {
    let muted = theme.style(.muted)
    let plain = theme.style(entry.hasFailed ? .failure : .text)
    let found = theme.style(.match)
    var lines: [Line] = []
    for (number, text) in wrapped(entry.text).enumerated() {
      var spans = [Span(DisplayText("").padded(to: Self.indent), plain)]
      if number == 0 {
        let clock = DisplayText(entry.when.clock, limit: 40).padded(to: Self.indent - 3)
        spans = [
          Span(clock, muted), Span(" " + entry.look.sign + " ", theme.style(entry.look.role)),
        ]
      }
      lines.append(Line(spans + Span.highlighting(words, in: text, plain, found)))
    }
    guard !entry.details.isEmpty else { return lines }
    for text in wrapped(entry.details) {
      let gap = Span(DisplayText("").padded(to: Self.indent), muted)
      lines.append(Line([gap] + Span.highlighting(words, in: text, muted, found)))
    }
    return lines
  }
}
