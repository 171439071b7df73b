import FeatureFlags
import Frame

extension DashboardState {
  /// Draws the list of features by section.
  func drawList(on canvas: inout Canvas, in area: Area, now: Duration) {
    let height = max(area.rows - 2, 0)
    let spacing = ListSpacing(self, height: height)
    canvas.draw(listBox(columns: area.columns, height: height, now: now), in: area)
    let inside = area.inset()
    guard let list, rows.featureCount > 0 else {
      return drawEmptyList(on: &canvas, in: inside, now: now)
    }
    let columns = FeatureColumns(width: inside.columns)
    var row = inside.row
    for place in top..<rows.all.count where row < inside.endRow {
      switch rows.all[place] {
      case .section(let number):
        if spacing.hasGaps, place > 0 { row += 1 }
        drawHeading(list.sections[number], on: &canvas, in: inside, row: row)
      case .feature(let position, _):
        let feature = list.features[position]
        drawRow(
          feature,
          isSelected: place == cursor,
          age: changes.age(of: feature.name, at: now),
          columns: columns,
          on: &canvas,
          in: inside,
          row: row
        )
        if spacing.hasDescriptions, let text = feature.summary {
          row += 1
          drawDescription(text, of: columns, on: &canvas, in: inside, row: row)
        }
      }
      row += 1
    }
  }

  private func listBox(columns: Int, height: Int, now: Duration) -> Canvas.Box {
    let isFocused = focus == .list && dialog == nil
    return Canvas.Box(
      title: listTitle(columns: columns, now: now),
      footnote: searchNote,
      position: listPosition,
      border: theme.style(isFocused ? .focusedBorder : .border),
      inside: theme.style(.text),
      scroll: ScrollMark(first: top, visible: height, total: rows.all.count)
    )
  }

  private func listTitle(columns: Int, now: Duration) -> [Span] {
    let muted = theme.style(.muted)
    var spans = [Span("Features", theme.style(.title))]
    guard let list else { return spans }
    let total = list.features.count - list.orphans.count
    let count = filter.isActive ? "\(rows.featureCount) of \(total)" : "\(total)"
    spans.append(Span(" " + count, muted))
    if let difference = changes.latest(at: now) {
      let words = columns < 60 ? difference.shortWords : difference.words
      spans.append(Span("  ✦ " + words, theme.style(.fading)))
    }
    for chip in filter.chips {
      spans.append(Span("  ", muted))
      spans.append(
        Span("[" + DisplayText(chip, limit: 24).truncated(to: 24).text + "]", theme.style(.filter))
      )
    }
    return spans
  }

  private var searchNote: [Span] {
    guard let search, !search.isTyping else { return [] }
    let text = DisplayText(search.input.text).truncated(to: 24).text
    return [
      Span("/" + text, theme.style(.key)), Span("  " + (searchCount ?? ""), theme.style(.muted)),
    ]
  }

  private var listPosition: [Span] {
    guard let ordinal = rows.ordinal(at: cursor) else { return [] }
    return [Span("\(ordinal + 1)/\(rows.featureCount)", theme.style(.muted))]
  }

  private func drawEmptyList(on canvas: inout Canvas, in area: Area, now: Duration) {
    let lines: [String] =
      if list == nil {
        firstLoadLines(columns: area.columns - 2, now: now)
      } else if filter.isActive {
        ["No feature passes the filter.", "esc shows all of them again."]
      } else {
        ["\(context.source) has no features."]
      }
    canvas.drawCentred(lines, in: area, theme: theme)
  }

  /// How the first load goes, or why it brought nothing.
  private func firstLoadLines(columns: Int, now: Duration) -> [String] {
    let failure = poll?.failure.map { DisplayText($0, limit: Span.limit).wrapped(to: columns) }
    let reason = failure?.map(\.text) ?? []
    if poll?.isLoading == false, !reason.isEmpty {
      return ["There are no features to show yet."] + reason + ["r tries again."]
    }
    let loading = "Loading \(context.source) …"
    guard let poll, poll.isLoading else { return [loading] }
    let earlier = reason.isEmpty ? [] : ["The last attempt failed:"] + reason
    return [loading, poll.progressWords(at: now)] + earlier
  }

  private func drawHeading(
    _ section: FeatureList.Section,
    on canvas: inout Canvas,
    in area: Area,
    row: Int
  ) {
    let title = DisplayText(section.title, limit: Span.limit).truncated(to: area.columns - 2)
    let spans = Span.highlighting(
      searchWords,
      in: title,
      theme.style(.section),
      theme.style([.section, .match])
    )
    canvas.draw(Line([Span(" ", theme.style(.text))] + spans), in: area, row: row)
  }

  private func drawDescription(
    _ text: String,
    of columns: FeatureColumns,
    on canvas: inout Canvas,
    in area: Area,
    row: Int
  ) {
    let line = DisplayText(text, limit: Span.limit).truncated(to: area.columns - columns.name - 2)
    let spans = Span.highlighting(
      searchWords,
      in: line,
      theme.style(.muted),
      theme.style([.muted, .match])
    )
    let place = Area(
      column: area.column + columns.name,
      row: row,
      columns: area.columns - columns.name,
      rows: 1
    )
    canvas.draw(Line(spans), in: place, row: row)
  }

  /// The words that stand out wherever they are.
  var searchWords: [[UInt8]] { search?.words ?? [] }
}

extension PollStatus {
  /// How far a first load has come, as a picture and in words.
  fileprivate func progressWords(at now: Duration) -> String {
    let bar = progress?.share.map { ProgressGauge.bar($0, cells: 16) }
    let words = [progress?.words, loadingWords(at: now)].compactMap { $0 }
    return ([bar ?? ProgressGauge.spinner(at: now)] + [words.joined(separator: ", ")])
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// What the list has room for beside its rows.
private struct ListSpacing {
  /// Whether sections are set apart by empty lines.
  let hasGaps: Bool
  /// Whether a feature has a line that sums it up.
  let hasDescriptions: Bool

  init(_ state: DashboardState, height: Int) {
    let rows = state.rows.all
    guard let list = state.list, rows.count <= height else {
      hasGaps = false
      hasDescriptions = false
      return
    }
    let features = rows.indices.compactMap(state.rows.position(at:)).map { list.features[$0] }
    let descriptions = features.count { $0.summary != nil }
    let gaps = rows.count - features.count - 1
    hasDescriptions = rows.count + descriptions <= height
    hasGaps = rows.count + gaps + (hasDescriptions ? descriptions : 0) <= height
  }
}
