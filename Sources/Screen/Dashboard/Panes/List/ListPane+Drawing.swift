import FeatureFlags
import Frame

extension ListPane {
  func draw(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    var cache = RowCache()
    draw(on: &canvas, in: area, scene, &cache)
  }

  /// Draws the list like ``draw(on:in:_:)``, and copies unchanged rows of the previous frame.
  func draw(on canvas: inout Canvas, in area: Area, _ scene: Scene, _ cache: inout RowCache) {
    let height = max(area.rows - 2, 0)
    let spacing = ListSpacing(rows, scene.content, height: height)
    let box = box(columns: area.columns, height: height, scene)
    canvas.draw(box, in: area)
    let inside = area.inset()
    guard let list = scene.content.list, !rows.all.isEmpty else {
      let texts = emptyTexts(columns: inside.columns - 2, scene)
      return canvas.drawEmpty(texts, in: inside, theme: scene.theme)
    }
    let columns = columns(width: inside.columns, scene, spacing)
    drawHeadings(of: columns, after: Line(box.title).width, on: &canvas, in: area, scene)
    let drawing = RowDrawing(context: RowContext(scene, columns))
    cache.begin(drawing.context)
    let all = lines(of: list, height: height, spacing)
    let lines = uncovered(all, of: list, height: height, scene)
    for (offset, line) in lines.enumerated() {
      let row = inside.row + offset
      switch line {
      case .gap: break
      case .heading(let section):
        drawing.drawHeading(list.title(ofSection: section), on: &canvas, in: inside, row: row)
      case .description(let index):
        guard let position = rows.position(at: index) else { continue }
        let text = list.features[position].summary ?? ""
        drawing.drawDescription(text, on: &canvas, in: inside, row: row)
      case .row(let index):
        let area = Area(column: inside.column, row: row, columns: inside.columns, rows: 1)
        drawRow(at: index, of: list, drawing, on: &canvas, in: area, scene, &cache)
      }
    }
  }

  /// Draws the heading of a folded section, or a feature, unless the cache has the same row.
  private func drawRow(
    at index: Int,
    of list: FeatureList,
    _ drawing: RowDrawing,
    on canvas: inout Canvas,
    in area: Area,
    _ scene: Scene,
    _ cache: inout RowCache
  ) {
    if index == cursor { canvas.focus = Position(column: area.column, row: area.row) }
    guard case .folded(let section, let counts) = rows.all[index] else {
      guard let position = rows.position(at: index) else { return }
      let feature = list.features[position]
      let content = RowContent(
        feature,
        isSelected: index == cursor,
        isMarked: marks.contains(feature.name),
        drawing.columns,
        scene
      )
      return cache.draw(content, at: position, on: &canvas, in: area) { canvas in
        drawing.drawFeature(content, on: &canvas, in: area)
      }
    }
    drawing.drawFolded(
      list.title(ofSection: section),
      counts,
      isSelected: index == cursor,
      on: &canvas,
      in: area,
      row: area.row
    )
  }

  /// Removes lines at the top, so that a notice over the last rows does not cover the line with the
  /// cursor.
  ///
  /// The first row that is left shows the heading of its section, as the first row of a viewport does.
  private func uncovered(
    _ lines: [ListLine],
    of list: FeatureList,
    height: Int,
    _ scene: Scene
  ) -> [ListLine] {
    let covered = min(scene.coveredRows, max(height - 1, 0))
    guard covered > 0, let offset = lines.firstIndex(of: .row(cursor)) else { return lines }
    let hidden = max(offset - (height - covered) + 1, 0)
    var rest = Array(lines.dropFirst(hidden))
    if hidden > 0, case .row(let index)? = rest.first, index != cursor,
      rows.position(at: index) != nil, let section = rows.section(at: index, in: list)
    {
      rest[0] = .heading(section: section)
    }
    return rest
  }

  private func columns(
    width: Int,
    _ scene: Scene,
    _ spacing: ListSpacing? = nil
  ) -> FeatureColumns {
    let hasDescriptionRows = spacing?.hasDescriptions ?? true
    return FeatureColumns(
      width: width,
      content: scene.content.list?.widths ?? ListWidths(),
      shown: FeatureColumn.allCases.filter { column in
        column.isShown(scene, by: shownColumns) && !(column == .description && hasDescriptionRows)
      },
      hasRemaining: hasRemaining(scene.content.list)
    )
  }

  /// Draws the headings of the columns on the border, unless the title is in their way.
  private func drawHeadings(
    of columns: FeatureColumns,
    after titleWidth: Int,
    on canvas: inout Canvas,
    in area: Area,
    _ scene: Scene
  ) {
    for column in columns.shown {
      let offset = columns.offset(of: column)
      guard let heading = column.row.heading, titleWidth + 4 < offset else { continue }
      let style = scene.theme.style(.muted)
      canvas.draw(" \(heading) ", column: area.column + offset, row: area.row, style: style)
    }
  }

  /// The next time at which a live text of a column, or the remaining time of an override, in the
  /// viewport changes.
  func nextTick(_ scene: Scene) -> Duration? {
    guard let list = scene.content.list else { return nil }
    let columns = columns(width: scene.area(of: .list).columns - 2, scene)
    let texts = columns.shown.compactMap(\.row.live)
    guard !texts.isEmpty || columns.remainingWidth > 0 else { return nil }
    let clock = scene.content.context.wallClock
    return rows.all.dropFirst(top).prefix(scene.layout.paneHeight).compactMap { row in
      guard case .feature(let position, _) = row else { return nil }
      let feature = list.features[position]
      let remaining = RemainingTime(feature.override, at: scene.now, clock)?.nextChange
      return (texts.map { $0(feature, scene)?.nextChange } + [remaining]).compactMap(\.self).min()
    }.min()
  }

  private func box(columns: Int, height: Int, _ scene: Scene) -> Canvas.Box {
    Canvas.Box(
      title: title(columns: columns, scene),
      footnote: searchNote(scene.theme),
      position: position(scene.theme),
      border: scene.borderStyle(of: .list),
      inside: scene.theme.style(.text),
      scroll: ScrollMark(first: top, visible: height, total: rows.all.count)
    )
  }

  private func title(columns: Int, _ scene: Scene) -> [Span] {
    let theme = scene.theme
    let muted = theme.style(.muted)
    var spans = [Span("Features", theme.style(.title))]
    guard let list = scene.content.list else { return spans }
    let total = list.features.count - list.orphans.count
    let isNarrowed = filter.isActive || search?.query.isEmpty == false
    let count = isNarrowed ? "\(rows.featureCount) of \(total)" : "\(total)"
    let order = self.order == .section ? "" : " by " + self.order.title
    spans.append(Span(" " + count + order, muted))
    if scene.content.isPartial {
      let isLoading = scene.content.loading != nil
      spans.append(
        isLoading ? Span(" so far", muted) : Span(", incomplete", theme.style(.warning))
      )
    }
    spans += markSpans(theme)
    if let text = scene.content.changes.text(at: scene.now, isShort: columns < 60) {
      spans.append(Span("  ✦ " + text, theme.style(.fading)))
    }
    for chip in filter.chips {
      spans.append(Span("  ", muted))
      spans.append(Span("[" + chip.shortened(to: 24) + "]", theme.style(.filter)))
    }
    return spans
  }

  private func searchNote(_ theme: Theme) -> [Span] {
    guard let search, !search.field.isTyping else { return [] }
    let count = search.count(in: rows, cursor: cursor) ?? ""
    return [
      Span(search.field.label, theme.style(.key)),
      Span("  " + count, theme.style(.muted)),
    ]
  }

  private func position(_ theme: Theme) -> [Span] {
    guard let ordinal = rows.ordinal(at: cursor) else { return [] }
    return [Span("\(ordinal + 1)/\(rows.featureCount)", theme.style(.muted))]
  }

  func drawInput(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    guard let search else { return }
    let theme = scene.theme
    // Omits the remark if nothing matches, because the empty list then shows the whole remark.
    let isWithoutMatch = search.isWithoutMatch(in: rows)
    let role: Role = isWithoutMatch ? .warning : .information
    let remark = search.due == nil && !isWithoutMatch ? search.query.note : nil
    canvas.drawSearchLine(
      search.field,
      count: Span(search.count(in: rows, cursor: cursor) ?? "", theme.style(role)),
      remark: remark.map { Span($0.text, theme.style($0.isError ? .failure : .warning)) },
      hint: "text, section:, type:, is:, note:, by:",
      in: area,
      theme: theme
    )
  }
}

// MARK: Empty list

extension ListPane {
  /// The sentences in place of an empty list.
  private func emptyTexts(columns: Int, _ scene: Scene) -> [String] {
    if scene.content.list == nil { return firstLoadTexts(scene) }
    let back = scene.keymap.text(of: .find(.back))
    if let search, search.isWithoutMatch(in: rows) {
      let text = search.found.shortened(to: max(columns - 32, 8))
      let isFiltered = filter.isActive ? " that passes the filter" : ""
      let reason = search.query.note.map { [$0.text] } ?? []
      let end = search.field.isTyping ? Key.escape.label : back
      return ["No feature\(isFiltered) matches \"\(text)\"."] + reason + ["\(end) ends the search."]
    }
    guard filter.isActive else {
      let key = scene.keymap.text(of: .live(.refresh))
      return ["No features in \(scene.content.context.source).", "\(key) loads the source again."]
    }
    return ["No feature matches the filter.", "\(back) clears the filter."]
  }

  /// The progress of the first load, or the error message of the last attempt.
  private func firstLoadTexts(_ scene: Scene) -> [String] {
    let content = scene.content
    if let load = content.loading {
      let bar = ProgressGauge.bar(load.share, cells: 16) + " "
      let texts = [load.percentText, load.bytesText, load.rateText].compactMap(\.self)
      let progress = texts.joined(separator: ", ")
      let isStill = content.context.isMotionReduced
      return ["Loading \(content.context.source) …", isStill ? progress : bar + progress]
    }
    let poll = content.poll
    let failure = poll == nil ? content.loadFailure : poll?.failure
    if poll?.isLoading != true, let failure {
      return ["No features yet.", failure, "\(scene.keymap.text(of: .live(.refresh))) retries."]
    }
    let loading = "Loading \(content.context.source) …"
    guard let poll, poll.isLoading else { return [loading] }
    let earlier = failure.map { ["The last attempt failed:", $0] } ?? []
    let progress = content.context.isMotionReduced ? [] : [poll.progressText(at: scene.now)]
    return [loading] + progress + earlier
  }
}

extension PollStatus {
  /// The progress of the first load as a progress bar with text.
  fileprivate func progressText(at now: Duration) -> String {
    let bar = progress?.share.map { ProgressGauge.bar($0, cells: 16) }
    let texts = [progress?.text, loadingText(at: now)].compactMap { $0 }
    return ([bar ?? ProgressGauge.spinner(at: now)] + [texts.joined(separator: ", ")])
      .filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension FeatureList {
  /// The title of a section, including the section of favourites.
  fileprivate func title(ofSection index: Int) -> String {
    index == Rows.favourites ? "★ Favourites" : sections[index].title
  }
}
