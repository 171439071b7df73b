import Frame

/// The command palette: finds actions, features, sections, presets and themes by their names, and
/// performs or opens them.
///
/// Not a ``Menu``, because the text ranks items and finds features, instead of narrowing rows.
struct PaletteDialog: Dialog {
  private var providers: [any PaletteProvider]
  /// The identifiers of the recently used items, the last used first.
  private let recent: [String]
  private var search = SearchField(isTyping: true)
  private var cursor = ListCursor()
  /// The items that match the search text, the best match first.
  private var found: [PaletteItem] = []

  /// Creates the palette with the items of all providers.
  init(_ providers: [any PaletteProvider], recent: [String]) {
    self.providers = providers
    self.recent = recent
    find()
  }

  var hints: [Hint] {
    [Hint("type", "to find"), Hint("↑ ↓", "move"), Hint("enter", "run"), Hint("esc", "close")]
  }

  /// Replaces the providers, such as after presets were listed; the cursor stays on its item.
  mutating func replaceProviders(_ providers: [any PaletteProvider]) {
    let selected = found.indices.contains(cursor.selected) ? found[cursor.selected].id : nil
    self.providers = providers
    find()
    if let index = found.firstIndex(where: { $0.id == selected }) { cursor.selected = index }
  }

  /// Finds the matching items; among equally good matches, themes come last, and recently used items
  /// first.
  private mutating func find() {
    cursor = ListCursor()
    let query = PaletteQuery(search.input.text)
    let ranked = providers.flatMap { $0.items(for: query) }.enumerated().compactMap {
      (order, item) -> (item: PaletteItem, key: [Int])? in
      guard let rank = query.isEmpty ? 0 : query.rank(of: item) else { return nil }
      let use = recent.firstIndex(of: item.id) ?? recent.count
      return (item, [rank, item.isSubordinate ? 1 : 0, use, order])
    }
    found = ranked.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.item)
  }

  mutating func press(_ key: Key, screen: Size) -> Request {
    if key == .escape { return .close }
    if key == .enter {
      guard found.indices.contains(cursor.selected) else { return .stay }
      return .chosen(found[cursor.selected])
    }
    switch search.edit(key) {
    case .changed: find()
    case .unchanged: break
    case .ignored:
      _ = cursor.press(key, count: found.count, height: Self.height(screen: screen), letters: false)
    }
    return .stay
  }

  var isTyping: Bool { true }

  mutating func paste(_ text: String) {
    search.insert(text)
    find()
  }

  var isEmpty: Bool { found.isEmpty }
  var isSingle: Bool { found.count == 1 }

  /// Whether the best match has the searched text as its title or as a whole synonym.
  var isExact: Bool {
    found.first.map(PaletteQuery(search.input.text).isName) ?? false
  }

  private static func height(screen: Size) -> Int { max(min(14, screen.rows - 6), 1) }
}

// MARK: Drawing

extension PaletteDialog {
  private static let keyColumns = 9

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let height = Self.height(screen: size)
    let cursor = cursor.settled(count: found.count, height: height)
    let list = canvas.drawSearchDialog(
      "Actions",
      search,
      symbol: ":",
      hint: "type an action, a feature, a section, a preset or a theme",
      emptyText: "No action matches.",
      columns: size.dialogColumns(88),
      rows: height,
      theme: theme,
      scroll: ScrollMark(first: cursor.top, visible: height, total: found.count)
    ).list
    let columns = list.columns - 2
    let shown = found.dropFirst(cursor.top).prefix(height)
    let widest = shown.map { DisplayText($0.title, limit: columns / 2).width }.max() ?? 0
    let titleColumns = min(max(widest + 2, 20), columns / 2)
    canvas.draw(choices: found.count, cursor: cursor, in: list, theme: theme) {
      line(found[$0], titleColumns: titleColumns, columns: columns, theme: theme)
    }
  }

  private func line(
    _ item: PaletteItem,
    titleColumns: Int,
    columns: Int,
    theme: Theme
  ) -> Line {
    let room = max(columns - titleColumns - Self.keyColumns, 0)
    let title = Span.highlighting(
      search.words,
      in: DisplayText(item.title, truncatedTo: titleColumns - 2).padded(to: titleColumns),
      theme.style(.dialog),
      theme.style([.dialog, .match])
    )
    let explanation = DisplayText(item.explanation, truncatedTo: room).padded(to: room)
    return Line(
      title
        + [Span(explanation, theme.style([.dialog, .muted]))]
        + [Span(item.key.leftPadded(to: Self.keyColumns), theme.style([.dialog, .key]))]
    )
  }
}
