import Frame

/// The pane that shows the activity log, newest entry first, with a cursor, a filter and a search.
struct ActivityPane: Pane {
  /// The entries with the filter and the cursor.
  var log = ActivityLog()
  /// Whether the user is typing a search text.
  private(set) var isTyping = false

  func hints(_ scene: Scene) -> [[Action]] {
    [
      [.move(.up), .move(.down)], [.find(.search)], [.find(.filter)], [.change(.reset)],
      [.change(.mark)], [.find(.details)],
    ]
      + (scene.content.poll == nil ? [] : [[.live(.pausePolling)]])
      + [[.program(.help)], [.find(.back)]]
  }

  func hint(for action: Action, _ scene: Scene) -> String? {
    switch action {
    case .move(.up), .move(.down): "move"
    case .find(.details): "go to feature"
    case .change, .move, .find, .live, .program: nil
    }
  }

  var plainSigns: [Character: String] { ActivityEntry.Kind.plainSigns }

  var ownChanges: Set<Action.Change> { [.reset, .mark] }

  mutating func perform(_ action: Action, _ scene: Scene) -> PaneOutcome? {
    switch action {
    case .find(.search): isTyping = true
    case .find(.filter): return .filterActivity
    case .find(.details):
      guard let name = log.current?.features.first else { return nil }
      return .showFeature(name)
    case .find(.back) where !log.marks.isEmpty: log.clearMarks()
    case .find(.back) where log.isFiltered: log.clearFilter()
    case .change(.mark): log.toggleMark()
    case .change(.reset):
      let names = log.targets
      guard !names.isEmpty else {
        return .notice(Notice("No feature was changed here.", kind: .information))
      }
      log.clearMarks()
      return .reset(names)
    case .change, .move, .find, .live, .program: return nil
    }
    return .done
  }

  mutating func move(_ move: Action.Move, _ scene: Scene) {
    let step = Scene.step(of: move, height: scene.layout.detailsHeight)
    // An entry has two lines on average, so a page has half as many entries as lines.
    log.move(by: abs(step) > 1 && abs(step) < .max ? step / 2 : step)
  }

  private enum SearchKey { case keep, cancel, delete, move }

  private static let searchKeys: [Key: SearchKey] = [
    .enter: .keep, .escape: .cancel, .backspace: .delete, .up: .move, .down: .move,
    .pageUp: .move, .pageDown: .move,
  ]

  mutating func press(_ key: Key, _ scene: Scene) {
    switch Self.searchKeys[key] {
    case .keep: isTyping = false
    case .cancel:
      log.search(for: TextInput())
      isTyping = false
    case .delete where log.input.isEmpty: isTyping = false
    case .move:
      if case .move(let move)? = Action(key: key) { self.move(move, scene) }
    case .delete, nil:
      var input = log.input
      if input.press(key) { log.search(for: input) }
    }
  }

  mutating func insert(_ text: String, _ scene: Scene) {
    var input = log.input
    input.insert(text)
    log.search(for: input)
  }

  mutating func settle(_ scene: Scene) {
    let area = scene.panes.places.first { $0.pane == .activity }?.area ?? scene.layout.details
    let page = ActivityPage(paneColumns: area.columns)
    log.settle(lines: max(area.rows - 2, 1), height: page.height)
  }
}

// MARK: Drawing

extension ActivityPane {
  func draw(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    let theme = scene.theme
    let inside = area.inset(columns: 1)
    let drawn = entries(in: inside, ActivityPage(paneColumns: area.columns), theme)
    let position = "\(log.selected + 1)/\(log.shown.count)"
    let search = "/" + log.input.text.shortened(to: 24)
    let box = Canvas.Box(
      title: title(theme),
      footnote: log.words.isEmpty || isTyping ? [] : [Span(search, theme.style(.key))],
      position: log.shown.count > drawn.count ? [Span(position, theme.style(.muted))] : [],
      border: scene.borderStyle(of: .activity),
      inside: theme.style(.text),
      scroll: ScrollMark(first: log.top, visible: max(drawn.count, 1), total: log.shown.count)
    )
    canvas.draw(box, in: area)
    guard !drawn.isEmpty else {
      return canvas.drawEmpty(emptyTexts, in: inside, theme: theme)
    }
    for (offset, (place, lines)) in drawn.enumerated() {
      for (number, line) in lines.enumerated() {
        canvas.draw(line, in: place.inset(columns: 1, rows: 0), row: place.row + number)
      }
      guard log.top + offset == log.selected, scene.isFocused(.activity) else { continue }
      highlight(place, on: &canvas, theme)
    }
  }

  /// The areas and the lines of the entries in the viewport.
  private func entries(
    in inside: Area,
    _ page: ActivityPage,
    _ theme: Theme
  ) -> [(area: Area, lines: ArraySlice<Line>)] {
    var drawn: [(area: Area, lines: ArraySlice<Line>)] = []
    var row = inside.row
    for entry in log.shown.dropFirst(log.top) {
      guard row < inside.endRow else { break }
      let isMarked = log.marks.contains(entry.number)
      let lines = page.lines(of: entry, isMarked: isMarked, theme: theme, words: log.words)
        .prefix(inside.endRow - row)
      let area = Area(column: inside.column, row: row, columns: inside.columns, rows: lines.count)
      drawn.append((area, lines))
      row += lines.count
    }
    return drawn
  }

  private func highlight(_ area: Area, on canvas: inout Canvas, _ theme: Theme) {
    let text = theme.style(.text)
    canvas.restyle(area) { theme.selected($0, row: text) }
    for row in area.row..<area.endRow {
      canvas.drawSelectionBar(column: area.column, row: row, style: theme.selectionBar(row: text))
    }
  }

  private func title(_ theme: Theme) -> [Span] {
    let count = log.isFiltered ? "\(log.shown.count) of \(log.count)" : "\(log.count)"
    var spans = [
      Span("Activity", theme.style(.title)), Span(" " + count, theme.style(.muted)),
    ]
    if log.filter.isActive {
      let chips = log.filter.chips.joined(separator: ", ").shortened(to: 40)
      spans.append(Span("  [\(chips)]", theme.style(.filter)))
    }
    if !log.marks.isEmpty {
      spans.append(Span("  \(log.marks.count) marked", theme.style(.marked)))
    }
    return spans
  }

  private var emptyTexts: [String] {
    log.isFiltered
      ? ["No entry matches the filter.", "esc clears the filter."]
      : ["No activity yet.", "Polls, connectivity and changes appear here."]
  }

  func drawInput(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    let isEmpty = log.shown.isEmpty
    let count = log.words.isEmpty ? "" : isEmpty ? "no match" : "\(log.shown.count)"
    canvas.drawSearchLine(
      log.input,
      count: Span(count, scene.theme.style(isEmpty ? .failure : .information)),
      hint: "time, kind, author or text",
      in: area,
      theme: scene.theme
    )
  }
}
