import Frame

extension ActivityLog {
  /// The number of entries whose first line is in the viewport.
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

  /// Clamps the scroll position, so that the last entries fill the viewport.
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

/// Lays out the entries of the activity log in lines of a given width.
struct ActivityPage {
  let columns: Int

  /// The width of the time and the symbol in cells, including the gaps after them.
  private static let indent = 11

  private var textWidth: Int { max(columns - Self.indent, 8) }

  private func wrapped(_ text: String) -> [DisplayText] {
    DisplayText.lines(of: text, columns: textWidth)
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
