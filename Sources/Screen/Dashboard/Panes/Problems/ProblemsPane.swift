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

  var plainSymbols: [Character: String] { ["✗": "error:"] }

  mutating func perform(_ action: Action, _ scene: Scene) -> Request? {
    switch action {
    case .find(.details): showFeature(scene.content.list)
    case .change(.openEditor): editFile(scene.content)
    case .change, .move, .find, .live, .program: nil
    }
  }

  /// Opens the document with the problems at the line of the problem under the cursor.
  private func editFile(_ content: DashboardData) -> Request {
    let path = content.origin == .fallback ? content.problemDocument : content.context.sourcePath
    guard let path else {
      return .notice(Notice("The source is not a file that can be edited.", kind: .information))
    }
    switch list.entry {
    case .problem(let problem): return .run([.edit(.file(path: path, line: problem.line))])
    case .failure(let text): return .run([.edit(.file(path: path, line: Self.line(in: text)))])
    case .orphan, .omitted, nil: return .run([.edit(.file(path: path, line: nil))])
    }
  }

  /// The line number in an error message such as `shop.json:3: column 5: …`; `nil` if there is none.
  private static func line(in text: String) -> Int? {
    text.split(separator: ":", maxSplits: 8).dropFirst().prefix(1).first.flatMap { Int($0) }
  }

  /// Selects the feature of the problem under the cursor in the feature list.
  private func showFeature(_ features: FeatureList?) -> Request {
    let name: Feature.Name? =
      switch list.entry {
      case .problem(let problem): problem.feature.map(Feature.Name.init(rawValue:))
      case .orphan(let name): name
      case .failure, .omitted, nil: nil
      }
    guard let name, features?.position(of: name) != nil else {
      return .notice(Notice("No feature in the list has this problem.", kind: .information))
    }
    return .showFeature(name)
  }

  mutating func move(_ move: Action.Move, _ scene: Scene) {
    list.cursor.move(move, lines: scene.layout.paneHeight)
  }

  /// Moves the cursor to the first problem of the given feature, if the feature has one.
  mutating func open(_ selected: Feature?) {
    if let selected { list.go(to: selected.name) }
  }

  mutating func refresh(
    after change: DashboardData.Change,
    anchor: Feature.Name?,
    _ content: DashboardData
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
    let page = ProblemPage(columns: scene.area(of: .problems).columns, scene)
    let entries = list
    list.cursor.settle(count: list.count, lines: scene.layout.paneHeight) {
      page.lines(of: entries[$0]).count
    }
  }

  func draw(on canvas: inout Canvas, in area: Area, _ scene: Scene) {
    let theme = scene.theme
    let page = ProblemPage(columns: area.columns, scene)
    let inside = area.inset(columns: 1)
    let cursor = list.cursor
    let drawn = TallRows(list.count, from: cursor.top, in: inside) { page.lines(of: list[$0]) }
    let box = scene.listBox(
      [Span("Problems", theme.style(.title))]
        + (list.count > 0 ? [Span(" " + list.summary, theme.style(.muted))] : []),
      cursor: cursor,
      visible: drawn.count,
      total: list.count,
      border: scene.borderStyle(of: .problems)
    )
    canvas.draw(box, in: area)
    guard list.count > 0 else {
      let text = scene.content.list == nil ? "No problems yet." : "No problems."
      let key = scene.keymap.text(of: .live(.refresh))
      let texts = [text, "Errors, warnings and notes appear here; \(key) loads now."]
      return canvas.drawEmpty(texts, in: inside, theme: theme)
    }
    // Without the focus, the pane highlights the problems of the selected feature.
    let isFocused = scene.isFocused(.problems)
    let style = theme.style(.text)
    let bar =
      scene.focus == .problems ? theme.selectionBar(row: style) : theme.style(.focusedBorder)
    drawn.draw(on: &canvas, selected: isFocused ? cursor.selected : nil, theme: theme) { index in
      !isFocused && isAboutSelection(list[index], scene) ? bar : nil
    }
    // The cursor of the terminal is on the first line, which names the feature.
    if isFocused, let area = drawn.area(of: cursor.selected) {
      canvas.focus = Position(column: area.column, row: area.row)
    }
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
