import FeatureFlags
import Frame

/// The pane that shows the activity log, newest entry first, with a cursor, a filter and a search.
struct ActivityPane: Pane {
  /// The entries with the filter and the cursor.
  var log = ActivityLog()
  var isTyping: Bool { log.search.isTyping }

  func hints(_ scene: Scene) -> [[Action]] {
    [
      [.move(.up), .move(.down)], [.find(.search)], [.find(.filter)], [.change(.delete)],
      [.change(.reset)], [.change(.mark)], [.find(.details)],
    ]
      + (scene.content.poll == nil ? [] : [[.live(.pausePolling)]])
      + [[.program(.help)], [.find(.back)]]
  }

  func hint(for action: Action, _ scene: Scene) -> String? {
    switch action {
    case .move(.up), .move(.down): "move"
    case .find(.details): "go to feature"
    case .change(.delete): "undo this"
    case .change, .move, .find, .live, .program: nil
    }
  }

  var plainSymbols: [Character: String] { ActivityEntry.Kind.plainSymbols }

  func plainHeading(_ scene: Scene) -> [String] {
    PollSparklines(scene, in: scene.area(of: .activity))?.sentences ?? []
  }

  var ownChanges: Set<Action.Change> { [.reset, .mark, .delete] }

  /// Undoes the change of the entry under the cursor, which may not have been read from the history yet.
  private func undo() -> Request {
    guard let entry = log.current, entry.operation != nil || entry.isAnnouncement else {
      return .notice(Notice("This entry has no change to undo.", kind: .information))
    }
    if let operation = entry.operation { return .run([.undoOperation(operation.id)]) }
    guard log.isNewestAnnouncement(entry) else {
      return .notice(Notice("This change is not in the history yet.", kind: .information))
    }
    return .run([.undoChange(of: entry.features, by: entry.author)])
  }

  mutating func perform(_ action: Action, _ scene: Scene) -> Request? {
    switch action {
    case .find(.search): log.changeSearch { $0.begin() }
    case .find(.filter): return .open(Menu(ActivityFilterMenu(log)))
    case .find(.details):
      guard let name = log.current?.features.first else { return nil }
      return .showFeature(name)
    case .find(.back) where !log.marks.isEmpty: log.clearMarks()
    case .find(.back) where log.isFiltered: log.clearFilter()
    case .change(.mark): log.toggleMark()
    case .change(.delete):
      return undo()
    case .change(.reset):
      let names = log.targets
      guard !names.isEmpty else {
        return .notice(Notice("This entry has no override to reset.", kind: .information))
      }
      log.clearMarks()
      return .reset(names)
    case .change, .move, .find, .live, .program: return nil
    }
    return .stay
  }

  mutating func move(_ move: Action.Move, _ scene: Scene) {
    log.cursor.move(move, lines: listArea(in: scene.area(of: .activity), scene).rows)
  }

  mutating func press(_ key: Key, _ scene: Scene) {
    if key == .enter { return log.changeSearch { $0.keep() } }
    guard log.changeSearch({ $0.press(key) }) == .ignored else { return }
    if case .move(let move)? = Action(key: key) { self.move(move, scene) }
  }

  mutating func insert(_ text: String, _ scene: Scene) {
    _ = log.changeSearch { $0.insert(text) }
  }

  mutating func settle(_ scene: Scene) {
    let area = scene.area(of: .activity)
    let page = ActivityPage(paneColumns: area.columns)
    let entries = log.shown
    log.cursor.settle(count: entries.count, lines: max(listArea(in: area, scene).rows, 1)) {
      page.height(of: entries[$0])
    }
  }
}

// MARK: Drawing

extension ActivityPane {
  /// The area of the entries inside the border, below the sparklines of the polls.
  private func listArea(in area: Area, _ scene: Scene) -> Area {
    var inside = area.inset(columns: 1)
    guard !scene.isPlain, PollSparklines(scene, in: area) != nil else { return inside }
    inside.row += PollSparklines.rows
    inside.rows -= PollSparklines.rows
    return inside
  }

  func draw(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    let theme = scene.theme
    let inside = listArea(in: area, scene)
    let (cursor, page) = (log.cursor, ActivityPage(paneColumns: area.columns))
    let drawn = TallRows(log.shown.count, from: cursor.top, in: inside) { index in
      let entry = log.shown[index]
      let isMarked = log.marks.contains(entry.number)
      return page.lines(of: entry, isMarked: isMarked, theme: theme, words: log.search.words)
    }
    let isSearched = !log.search.words.isEmpty && !isTyping
    let box = scene.listBox(
      title(theme),
      footnote: isSearched ? [Span(log.search.label, theme.style(.key))] : [],
      cursor: cursor,
      visible: drawn.count,
      total: log.shown.count,
      border: scene.borderStyle(of: .activity)
    )
    canvas.draw(box, in: area)
    if inside.row > area.row + 1, let curves = PollSparklines(scene, in: area) {
      let place = area.inset(columns: 2)
      for (line, row) in zip(curves.lines(theme), place.row...) {
        canvas.draw(line, in: place, row: row)
      }
    }
    guard drawn.count > 0 else {
      return canvas.drawEmpty(emptyTexts(scene.keymap), in: inside, theme: theme)
    }
    let selected = scene.isFocused(.activity) ? cursor.selected : nil
    drawn.draw(on: &canvas, selected: selected, theme: theme)
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

  private func emptyTexts(_ keymap: Keymap) -> [String] {
    log.isFiltered
      ? ["No entry matches the filter.", "\(keymap.text(of: .find(.back))) clears the filter."]
      : [
        "No activity yet.",
        "Polls, checks and changes appear here; \(keymap.text(of: .live(.refresh))) loads now.",
      ]
  }

  func drawInput(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    canvas.drawSearchLine(
      log.search,
      matches: log.shown.count,
      hint: "time, kind, author or text",
      in: area,
      theme: scene.theme
    )
  }
}
