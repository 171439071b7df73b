import FeatureFlags
import Frame
import Workbench

extension ClientsPane {
  func draw(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    guard let serving = scene.content.serving else {
      return drawWithoutServer(on: &canvas, in: area, scene)
    }
    let layout = ClientsLayout(area, clientCount: table.clients.count, part: part)
    if let box = layout.clients { drawClients(of: serving, on: &canvas, in: box, scene) }
    if let box = layout.evaluations { drawEvaluations(of: serving, on: &canvas, in: box, scene) }
  }

  private func drawWithoutServer(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    let box = Canvas.Box(
      title: [Span("Clients", scene.theme.style(.title))],
      border: scene.borderStyle(of: .clients),
      inside: scene.theme.style(.text)
    )
    canvas.draw(box, in: area)
    let key = scene.keymap.text(of: .live(.serve))
    let texts = ["No server runs.", "\(key) starts one for apps in any language."]
    canvas.drawEmpty(texts, in: area.inset(), theme: scene.theme)
  }

  private func hasFocus(_ part: ClientsPart, _ scene: Scene) -> Bool {
    part == self.part && scene.focus == .clients
  }

  private func borderStyle(of part: ClientsPart, _ scene: Scene) -> Style {
    part == self.part ? scene.borderStyle(of: .clients) : scene.theme.style(.border)
  }

  /// Highlights the row under the cursor and draws its selection bar, if its part has the focus.
  private func drawSelection(
    of part: ClientsPart,
    on canvas: inout Canvas,
    in list: Area,
    row: Int,
    _ scene: Scene
  ) {
    guard part == self.part, scene.isFocused(.clients), row < list.endRow else { return }
    let text = scene.theme.style(.text)
    let line = Area(column: list.column - 1, row: row, columns: list.columns + 2, rows: 1)
    canvas.restyle(line) { scene.theme.selected($0, row: text) }
    let style = scene.theme.selectionBar(row: text)
    canvas.drawSelectionBar(column: line.column, row: row, style: style)
  }
}

// MARK: Clients

extension ClientsPane {
  private func drawClients(
    of serving: ServingActivity,
    on canvas: inout Canvas,
    in area: Area,
    _ scene: Scene
  ) {
    let theme = scene.theme
    let headRows = ClientsLayout.headRows(columns: area.columns)
    let (head, list, foot) = ClientsLayout.parts(of: area, head: headRows)
    let inside = list.inset(columns: 1, rows: 0)
    let cursor = table.cursor.settled(count: table.clients.count, height: max(list.rows, 1))
    canvas.draw(clientsBox(cursor, in: area, rows: list.rows, scene), in: area)
    let server = ServerLines(
      activity: serving,
      theme: theme,
      wallClock: scene.content.context.wallClock
    )
    let facts = server.lines(columns: inside.columns, count: headRows - 1)
    let row = ClientRow(columns: inside.columns, table, scene)
    guard !table.clients.isEmpty else {
      draw(facts, on: &canvas, in: head)
      let texts = ["No clients yet.", "OFREP_ENDPOINT=" + serving.url]
      return canvas.drawEmpty(texts, in: list, theme: theme)
    }
    draw(facts + [row.heading], on: &canvas, in: head)
    let visible = table.clients.dropFirst(cursor.top).prefix(list.rows)
    for (offset, client) in visible.enumerated() {
      canvas.draw(row.line(of: client), in: inside, row: list.row + offset)
    }
    if let foot, hasFocus(.clients, scene), table.clients.indices.contains(cursor.selected) {
      draw([row.details(of: table.clients[cursor.selected])], on: &canvas, in: foot)
    }
    let selected = list.row + cursor.selected - cursor.top
    drawSelection(of: .clients, on: &canvas, in: inside, row: selected, scene)
  }

  private func draw(_ lines: [Line], on canvas: inout Canvas, in area: Area) {
    let inside = area.inset(columns: 1, rows: 0)
    for (offset, line) in lines.enumerated() {
      canvas.draw(line, in: inside, row: inside.row + offset)
    }
  }

  private func clientsBox(
    _ cursor: ListCursor,
    in area: Area,
    rows: Int,
    _ scene: Scene
  ) -> Canvas.Box {
    let theme = scene.theme
    let count = table.clients.count
    let title = [Span("Clients", theme.style(.title)), Span(" \(count)", theme.style(.muted))]
    let room = area.columns - 4 - Line(title).width
    let common = DisplayText(table.commonText.map { "  all: " + $0 } ?? "", fittedTo: room)
    return scene.listBox(
      title + [Span(common, theme.style(.muted))],
      cursor: cursor,
      visible: rows,
      total: count,
      border: borderStyle(of: .clients, scene)
    )
  }
}

// MARK: Evaluations

extension ClientsPane {
  private func drawEvaluations(
    of serving: ServingActivity,
    on canvas: inout Canvas,
    in area: Area,
    _ scene: Scene
  ) {
    let keys = keys
    let (_, list, foot) = ClientsLayout.parts(of: area, head: 0)
    let inside = list.inset(columns: 1, rows: 0)
    let count = keys?.shown.count ?? log.shown.count
    let cursor = (keys?.cursor ?? log.cursor)
      .settled(count: count, height: max(list.rows, 1))
    let box = evaluationsBox(cursor, rows: list.rows, count: count, columns: area.columns, scene)
    canvas.draw(box, in: area)
    guard count > 0 else {
      return canvas.drawEmpty(emptyTexts(scene), in: list, theme: scene.theme)
    }
    let row = EvaluationRow(columns: inside.columns, table, words: search.words, scene)
    for (offset, index) in (cursor.top..<count).prefix(list.rows).enumerated() {
      let line = keys.map { self.line(of: $0.shown[index], row) } ?? row.line(of: log[index])
      canvas.draw(line, in: inside, row: list.row + offset)
    }
    if let foot, hasFocus(.evaluations, scene) {
      let index = cursor.selected
      let line = keys.map { details(of: $0.shown[index], row) } ?? row.details(of: log[index])
      draw([line], on: &canvas, in: foot)
    }
    let selected = list.row + cursor.selected - cursor.top
    drawSelection(of: .evaluations, on: &canvas, in: inside, row: selected, scene)
  }

  private func line(of key: RequestedKey, _ row: EvaluationRow) -> Line {
    row.line(of: key, isUnknown: view == .unknownKeys)
  }

  private func details(of key: RequestedKey, _ row: EvaluationRow) -> Line {
    row.details(of: key, isUnknown: view == .unknownKeys)
  }

  private func evaluationsBox(
    _ cursor: ListCursor,
    rows: Int,
    count: Int,
    columns: Int,
    _ scene: Scene
  ) -> Canvas.Box {
    let theme = scene.theme
    let unknownCount = scene.content.requests?.unknownKeys.count ?? 0
    let filterKey = scene.keymap.label(of: .find(.filter)).map { " (\($0))" } ?? ""
    let warning =
      view == .unknownKeys || unknownCount == 0
      ? []
      : [Span("▲ " + Number.count(unknownCount, "unknown key") + filterKey, theme.style(.warning))]
    let note =
      search.words.isEmpty || isTyping ? warning : [Span(search.label, theme.style(.key))]
    return scene.listBox(
      evaluationsTitle(columns: columns, scene),
      footnote: note,
      cursor: cursor,
      visible: rows,
      total: count,
      border: borderStyle(of: .evaluations, scene)
    )
  }

  private func evaluationsTitle(columns: Int, _ scene: Scene) -> [Span] {
    let theme = scene.theme
    let requests = scene.content.requests
    let (shown, total, name) =
      switch view {
      case .all, .overridden: (log.shown.count, log.count, "Evaluations")
      case .unknownKeys:
        (unknown.shown.count, requests?.unknownKeys.count ?? 0, "Unknown keys")
      case .asked:
        (
          asked.shown.count, requests?.askedFeatures.count ?? 0,
          requests?.isTestCase == true ? "Test case" : "Asked"
        )
      }
    let count = shown == total ? "\(total)" : "\(shown) of \(total)"
    var spans = [Span(name, theme.style(.title)), Span(" " + count, theme.style(.muted))]
    if view == .asked, let requests {
      let start = scene.content.context.wallClock.localTime(of: requests.start).clock
      let parts = ["since " + start, requests.bulkText].compactMap(\.self)
      spans.append(Span("  " + parts.joined(separator: " · "), theme.style(.muted)))
    }
    if view == .overridden { spans.append(Span("  [overridden]", theme.style(.filter))) }
    if log.isPaused {
      spans.append(Span("  ‖ paused, \(log.newCount) new", theme.style(.warning)))
    }
    return spans + curve(after: Line(spans).width, columns: columns, scene)
  }

  /// The sparkline of all evaluations for the title, if there is room for it.
  private func curve(after titleWidth: Int, columns: Int, _ scene: Scene) -> [Span] {
    guard let serving = scene.content.serving, view == .all || view == .overridden else {
      return []
    }
    let now = scene.content.context.wallClock.date(at: scene.now)
    let room = columns - titleWidth - Self.curveLabelWidth
    // With each of these widths, all columns have the same number of intervals.
    guard let width = [60, 30, 20, 15, 12].first(where: { $0 <= room }) else { return [] }
    let line = serving.curve.line(since: serving.start, now: now, width: width)
    guard let maximum = line.maximum, maximum > 0 else { return [] }
    let seconds = line.valuesPerColumn * EvaluationRates.interval
    let text = "max \(CompactNumber.text(Int(maximum)))/\(seconds) s · 10 min"
    return [Span("  ", scene.theme.style(.muted))] + line.spans(scene.theme)
      + [Span(" " + text, scene.theme.style(.muted))]
  }

  /// The width of the text beside the sparkline, with the gaps, in cells.
  private static let curveLabelWidth = 27

  /// The time at which the test case has started; `nil` without a test case.
  private func testCaseStart(_ scene: Scene) -> String? {
    guard let requests = scene.content.requests, requests.isTestCase else { return nil }
    return scene.content.context.wallClock.localTime(of: requests.start).clock
  }

  private func emptyTexts(_ scene: Scene) -> [String] {
    func key(_ action: Action) -> String { scene.keymap.text(of: action) }
    if !search.words.isEmpty {
      let end = isTyping ? Key.escape.label : key(.find(.back))
      return ["No entry matches the search.", "\(end) clears the search."]
    }
    let filter = key(.find(.filter))
    if let start = testCaseStart(scene), view != .unknownKeys {
      return [
        "A test case is running since \(start).",
        scene.content.requests?.bulkText == nil
          ? "No client has asked for a feature yet."
          : "Clients have only evaluated all features at once.",
        "\(key(.live(.testCase))) starts it again.",
      ]
    }
    return switch view {
    case .all: ["No evaluations yet.", "Evaluations for clients appear here."]
    case .overridden: ["No overridden evaluations yet.", "\(filter) shows the unknown keys."]
    case .unknownKeys: ["No unknown keys.", "\(filter) lists the features that clients requested."]
    case .asked:
      [
        scene.content.requests?.bulkText == nil
          ? "No client has asked for a feature yet."
          : "Clients have only evaluated all features at once.",
        "\(key(.live(.testCase))) starts a test case, which counts from now on.",
      ]
    }
  }

  func drawInput(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    canvas.drawSearchLine(
      search,
      matches: keys?.shown.count ?? log.shown.count,
      hint: keys != nil ? "key" : "client, user, feature or result",
      in: area,
      theme: scene.theme
    )
  }
}
