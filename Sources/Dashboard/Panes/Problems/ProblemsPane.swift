import FeatureFlags
import Frame

/// The pane that shows the problems of the source, ordered by severity.
struct ProblemsPane: Pane {
  /// The problems with the cursor and the scroll position.
  var list = ProblemList()
  /// The feature that was last under the cursor of the feature list.
  private var lastSelected: Feature.Name?

  func hints(_ scene: Scene) -> [[Action]] {
    [
      [.move(.up), .move(.down)], [.find(.details)], [.change(.openEditor)], [.live(.refresh)],
      [.find(.activity)], [.program(.help)], [.find(.back)],
    ]
  }

  func hint(for action: Action, _ scene: Scene) -> String? {
    if action == .find(.details) { return "go to feature" }
    if action == .change(.openEditor) { return "edit file" }
    return action == .move(.up) || action == .move(.down) ? "move" : nil
  }

  var plainSigns: [Character: String] { ["✗": "error:"] }

  mutating func perform(_ action: Action, _ scene: Scene) -> PaneOutcome? {
    switch action {
    case .find(.details): showFeature(scene.content.list)
    case .change(.openEditor): editFile(scene.content)
    case .change, .move, .find, .live, .program: nil
    }
  }

  /// Opens the document with the problems at the line of the current problem.
  private func editFile(_ content: Content) -> PaneOutcome {
    let path = content.origin == .fallback ? content.problemDocument : content.context.sourcePath
    guard let path else {
      return .notice(Notice("The source is not a file that can be edited.", kind: .information))
    }
    switch list.entry {
    case .problem(let problem): return .edit(.file(path: path, line: problem.line))
    case .failure(let text): return .edit(.file(path: path, line: Self.line(in: text)))
    case .orphan, .omitted, nil: return .edit(.file(path: path, line: nil))
    }
  }

  /// The line in an error message such as `shop.json:3: column 5: …`; `nil` if there is none.
  private static func line(in text: String) -> Int? {
    text.split(separator: ":", maxSplits: 8).dropFirst().prefix(1).first.flatMap { Int($0) }
  }

  /// Selects the feature of the current problem in the feature list.
  private func showFeature(_ features: FeatureList?) -> PaneOutcome {
    let name: Feature.Name? =
      switch list.entry {
      case .problem(let problem): problem.feature.map(FeatureName.init(rawValue:))
      case .orphan(let name): name
      case .failure, .omitted, nil: nil
      }
    guard let name, features?.position(of: name) != nil else {
      return .notice(Notice("No feature in the list has this problem.", kind: .information))
    }
    return .showFeature(name)
  }

  mutating func move(_ move: Action.Move, _ scene: Scene) {
    let step = Scene.step(of: move, height: scene.layout.detailsHeight)
    // An entry has two lines on average, so a page has half as many entries as rows.
    list.move(by: abs(step) > 1 && abs(step) < .max ? step / 2 : step)
  }

  /// Moves the cursor to the first problem of the given feature, if the feature has one.
  mutating func open(_ selected: Feature?) {
    if let selected { list.go(to: selected.name) }
  }

  mutating func refresh(
    after change: ContentChange,
    anchor: Feature.Name?,
    _ content: Content
  ) {
    switch change {
    case .loaded(let source): list = ProblemList(source, after: list)
    case .orphaned: list.orphans = ProblemList.sorted(content.list?.orphans ?? [:])
    case .changed, .served: break
    }
  }

  mutating func settle(_ scene: Scene) {
    if let name = scene.selected?.name, name != lastSelected {
      lastSelected = name
      if scene.focus != .problems { list.go(to: name) }
    }
    guard scene.panes.contains(.problems) else { return }
    let page = ProblemPage(columns: scene.layout.details.columns, scene)
    list.settle(rows: scene.layout.detailsHeight) { page.lines(of: $0).count }
  }

  func draw(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    let theme = scene.theme
    let page = ProblemPage(columns: area.columns, scene)
    let inside = area.inset(columns: 1)
    let visible = page.visible(of: list, rows: inside.rows)
    let position = "\(list.selected + 1)/\(list.count)"
    let box = Canvas.Box(
      title: [Span("Problems", theme.style(.title))]
        + (list.count > 0 ? [Span(" " + list.summary, theme.style(.muted))] : []),
      position: list.count > visible ? [Span(position, theme.style(.muted))] : [],
      border: scene.borderStyle(of: .problems),
      inside: theme.style(.text),
      scroll: ScrollMark(first: list.top, visible: visible, total: list.count)
    )
    canvas.draw(box, in: area)
    guard list.count > 0 else {
      let text = scene.content.list == nil ? "No problems yet." : "No problems."
      let texts = [text, "Errors, warnings and notes about the source appear here."]
      return canvas.drawEmpty(texts, in: inside, theme: theme)
    }
    var row = inside.row
    for index in list.top..<list.count {
      guard row < inside.endRow else { break }
      let lines = page.lines(of: list[index]).prefix(inside.endRow - row)
      let rows = Area(column: inside.column, row: row, columns: inside.columns, rows: lines.count)
      for line in lines {
        canvas.draw(line, in: rows.inset(columns: 1, rows: 0), row: row)
        row += 1
      }
      highlight(index, rows, on: &canvas, scene)
    }
  }

  /// Highlights the entry under the cursor; if the pane is not focused, highlights the problems of
  /// the selected feature instead.
  private func highlight(_ index: Int, _ rows: Area, on canvas: inout Canvas, _ scene: Scene) {
    let theme = scene.theme
    let text = theme.style(.text)
    let isFocused = scene.isFocused(.problems)
    let isUnderCursor = isFocused && index == list.selected
    if isUnderCursor { canvas.restyle(rows) { theme.selected($0, row: text) } }
    guard isUnderCursor || !isFocused && isAboutSelection(list[index], scene) else { return }
    let hasFocus = scene.focus == .problems
    let style = hasFocus ? theme.selectionBar(row: text) : theme.style(.focusedBorder)
    for row in rows.row..<rows.endRow {
      canvas.draw("▌", column: rows.column, row: row, style: style)
    }
    if isUnderCursor { canvas.focus = Position(column: rows.column, row: rows.row) }
  }

  private func isAboutSelection(_ entry: ProblemList.Entry, _ scene: Scene) -> Bool {
    guard let selected = scene.selected else { return false }
    return switch entry {
    case .problem(let problem): problem.feature == selected.name.rawValue
    case .orphan(let name): name == selected.name
    case .failure, .omitted: false
    }
  }
}
