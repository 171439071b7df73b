import Frame

/// Lays out the entries of the activity log in lines of a given width.
struct ActivityPage {
  let columns: Int

  /// Creates the layout for a pane of the given width in cells.
  init(paneColumns: Int) { columns = paneColumns - 4 }

  /// The width of the time, the mark and the symbol in cells, including the gap after them.
  private static let indent = 11

  private var textWidth: Int { max(columns - Self.indent, 8) }

  private func wrapped(_ text: String) -> [DisplayText] {
    DisplayText.lines(of: text, columns: textWidth)
  }

  /// The number of lines of an entry.
  func height(of entry: ActivityEntry) -> Int {
    wrapped(entry.title).count + (entry.details.isEmpty ? 0 : wrapped(entry.details).count)
  }

  /// The lines of an entry; highlights the case-folded words of a search.
  func lines(of entry: ActivityEntry, isMarked: Bool, theme: Theme, words: [[UInt8]]) -> [Line] {
    let muted = theme.style(.muted)
    let plain = theme.style(entry.hasFailed ? .failure : .text)
    let found = theme.style(.match)
    var lines: [Line] = []
    for (number, text) in wrapped(entry.title).enumerated() {
      var spans = [Span(DisplayText("").padded(to: Self.indent), plain)]
      if number == 0 {
        let clock = DisplayText(entry.when.clock, limit: 40).padded(to: Self.indent - 3)
        spans = [
          Span(clock, muted), Span(isMarked ? "✓" : " ", theme.style(.marked)),
          Span(entry.shownKind.symbol + " ", theme.style(entry.shownKind.role)),
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
