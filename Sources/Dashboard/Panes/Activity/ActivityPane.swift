import Frame

/// The pane that shows the activity log, newest entry first, with a filter and a search.
struct ActivityPane: Pane {
  /// The entries with the filter and the scroll position.
  var log = ActivityLog()
  /// Whether the user is typing a search text.
  private(set) var isTyping = false

  func hints(_ scene: Scene) -> [[Action]] {
    [[.move(.up), .move(.down)], [.find(.search)], [.find(.filter)]]
      + (scene.content.poll == nil ? [] : [[.live(.pausePolling)]])
      + [[.find(.connectivity)], [.program(.help)], [.find(.back)]]
  }

  var plainSigns: [Character: String] { ActivityEntry.Kind.plainSigns }

  mutating func perform(_ action: Action, _ scene: Scene) -> PaneOutcome? {
    if action == .find(.search) {
      isTyping = true
    } else if action == .find(.filter) {
      log.cycleKind()
    } else if action == .find(.back), log.isFiltered {
      log.clearFilter()
    } else {
      return nil
    }
    return .done
  }

  mutating func move(_ move: Action.Move, _ scene: Scene) {
    log.top = log.top.saturatingAdd(Scene.step(of: move, height: scene.layout.detailsHeight))
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
    log.settle(columns: scene.layout.details.columns - 4, rows: scene.layout.detailsHeight)
  }

  func draw(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    let theme = scene.theme
    let inside = area.inset(columns: 2)
    let visible = log.entriesInView(columns: inside.columns, rows: inside.rows)
    let position = "\(log.top + visible)/\(log.shown.count)"
    let search = "/" + log.input.text.shortened(to: 24)
    let box = Canvas.Box(
      title: title(theme),
      footnote: log.words.isEmpty || isTyping ? [] : [Span(search, theme.style(.key))],
      position: log.shown.count > visible ? [Span(position, theme.style(.muted))] : [],
      border: scene.borderStyle(of: .activity),
      inside: theme.style(.text),
      scroll: ScrollMark(first: log.top, visible: max(visible, 1), total: log.shown.count)
    )
    canvas.draw(box, in: area)
    guard !log.shown.isEmpty else {
      return canvas.drawEmpty(emptyTexts, in: inside, theme: theme)
    }
    var row = inside.row
    for entry in log.shown.dropFirst(log.top) {
      guard row < inside.endRow else { break }
      let page = ActivityPage(columns: inside.columns)
      for line in page.lines(of: entry, theme: theme, words: log.words) {
        canvas.draw(line, in: inside, row: row)
        row += 1
      }
    }
  }

  private func title(_ theme: Theme) -> [Span] {
    let count = log.isFiltered ? "\(log.shown.count) of \(log.count)" : "\(log.count)"
    var spans = [
      Span("Activity", theme.style(.title)), Span(" " + count, theme.style(.muted)),
    ]
    if let kind = log.kind { spans.append(Span("  [\(kind.title)]", theme.style(.filter))) }
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
      hint: "time, kind or text",
      in: area,
      theme: scene.theme
    )
  }
}
