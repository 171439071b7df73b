import FeatureFlags
import Frame
import Serving

import struct FoundationEssentials.Date

extension ListPane {
  func draw(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    let height = max(area.rows - 2, 0)
    let spacing = ListSpacing(rows, scene.content.list, height: height)
    let box = box(columns: area.columns, height: height, scene)
    canvas.draw(box, in: area)
    let inside = area.inset()
    guard let list = scene.content.list, rows.featureCount > 0 else {
      let lines = emptyLines(columns: inside.columns - 2, scene)
      return canvas.drawCentred(lines, in: inside, theme: scene.theme)
    }
    let columns = columns(width: inside.columns, scene)
    drawHeading(of: columns, after: Line(box.title).width, on: &canvas, in: area, scene)
    let drawing = RowDrawing(scene: scene, columns: columns, marks: marks)
    var row = inside.row
    for index in top..<rows.all.count where row < inside.endRow {
      switch rows.all[index] {
      case .section(let number):
        if spacing.hasGaps, index > 0 { row += 1 }
        drawing.drawHeading(list.sections[number].title, on: &canvas, in: inside, row: row)
      case .feature(let position, _):
        let feature = list.features[position]
        drawing.drawFeature(
          feature,
          isSelected: index == cursor,
          on: &canvas,
          in: inside,
          row: row
        )
        if spacing.hasDescriptions, let text = feature.summary {
          row += 1
          drawing.drawDescription(text, on: &canvas, in: inside, row: row)
        }
      }
      row += 1
    }
  }

  private func columns(width: Int, _ scene: Scene) -> FeatureColumns {
    let hasAsked = isAskedColumnShown && scene.content.serving != nil
    return FeatureColumns(width: width, hasAsked: hasAsked)
  }

  /// Draws the heading of the column with the requests of clients on the border, unless the title
  /// is in its way.
  private func drawHeading(
    of columns: FeatureColumns,
    after titleWidth: Int,
    on canvas: inout Canvas,
    in area: Area,
    _ scene: Scene
  ) {
    let column = columns.asked
    guard columns.askedWidth > 0, titleWidth + 4 < column else { return }
    let style = scene.theme.style(.muted)
    canvas.draw(" asked ", column: area.column + column, row: area.row, style: style)
  }

  /// The next time at which the age of a request in the viewport changes.
  func nextTick(_ scene: Scene) -> Duration? {
    let width = scene.layout.list.columns - 2
    guard let serving = scene.content.serving, let list = scene.content.list,
      columns(width: width, scene).askedWidth > 0
    else { return nil }
    let visible = rows.all.dropFirst(top).prefix(scene.layout.listHeight)
    let dates = visible.compactMap { row -> Date? in
      guard case .feature(let position, _) = row else { return nil }
      return serving.uses[list.features[position].name]?.last
    }
    return Set(dates).map {
      Age(of: $0, at: scene.now, scene.content.context.wallClock).nextChange
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
    let count = filter.isActive ? "\(rows.featureCount) of \(total)" : "\(total)"
    spans.append(Span(" " + count, muted))
    if let difference = scene.content.changes.latest(at: scene.now) {
      let text = columns < 60 ? difference.shortText : difference.text
      spans.append(Span("  ✦ " + text, theme.style(.fading)))
    }
    for chip in filter.chips {
      spans.append(Span("  ", muted))
      spans.append(Span("[" + chip.shortened(to: 24) + "]", theme.style(.filter)))
    }
    return spans
  }

  private func searchNote(_ theme: Theme) -> [Span] {
    guard let search, !search.isTyping else { return [] }
    let count = search.count(cursor: cursor) ?? ""
    return [
      Span("/" + search.input.text.shortened(to: 24), theme.style(.key)),
      Span("  " + count, theme.style(.muted)),
    ]
  }

  private func position(_ theme: Theme) -> [Span] {
    guard let ordinal = rows.ordinal(at: cursor) else { return [] }
    return [Span("\(ordinal + 1)/\(rows.featureCount)", theme.style(.muted))]
  }

  func drawInput(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    guard let search else { return }
    let role: Role = search.isWithoutMatch ? .failure : .information
    canvas.drawSearchLine(
      search.input,
      count: Span(search.count(cursor: cursor) ?? "", scene.theme.style(role)),
      hint: "name, description, section, variation or variable",
      in: area,
      theme: scene.theme
    )
  }
}

// MARK: Empty list

extension ListPane {
  /// The message in place of an empty list; its first line is emphasised.
  private func emptyLines(columns: Int, _ scene: Scene) -> [String] {
    if scene.content.list == nil { return firstLoadLines(columns: columns, scene) }
    guard filter.isActive else { return ["\(scene.content.context.source) has no features."] }
    return ["No feature matches the filter.", "esc clears the filter."]
  }

  /// The progress of the first load, or the error message of the last attempt.
  private func firstLoadLines(columns: Int, _ scene: Scene) -> [String] {
    let poll = scene.content.poll
    let failure = poll?.failure.map { DisplayText.lines(of: $0, columns: columns) }
    let reason = failure?.map(\.text) ?? []
    if poll?.isLoading == false, !reason.isEmpty {
      return ["There are no features to show yet."] + reason + ["r retries."]
    }
    let loading = "Loading \(scene.content.context.source) …"
    guard let poll, poll.isLoading else { return [loading] }
    let earlier = reason.isEmpty ? [] : ["The last attempt failed:"] + reason
    return [loading, poll.progressText(at: scene.now)] + earlier
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

/// The use of spare rows if the whole list fits into its pane.
private struct ListSpacing {
  /// Whether sections are separated by empty rows.
  let hasGaps: Bool
  /// Whether each feature has a second row with its description.
  let hasDescriptions: Bool

  init(_ rows: Rows, _ list: FeatureList?, height: Int) {
    guard let list, rows.all.count <= height else {
      hasGaps = false
      hasDescriptions = false
      return
    }
    let features = rows.all.indices.compactMap(rows.position(at:)).map { list.features[$0] }
    let descriptions = features.count { $0.summary != nil }
    let gaps = rows.all.count - features.count - 1
    hasDescriptions = rows.all.count + descriptions <= height
    hasGaps = rows.all.count + gaps + (hasDescriptions ? descriptions : 0) <= height
  }
}
