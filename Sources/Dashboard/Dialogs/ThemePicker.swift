import Frame

/// The dialog that lists the themes; the dashboard behind it previews the theme under the cursor.
struct ThemePicker: Dialog {
  private var themes: [Theme]
  private var original: Theme
  private var list = ChoiceList()

  init(_ themes: [Theme], current: Theme) {
    self.themes = themes
    original = current
    list.cursor.selected = themes.firstIndex { $0.name == current.name } ?? 0
  }

  var isModal: Bool { false }

  private var titles: [String] { themes.map(\.name) }

  var hints: [Hint] {
    if list.isTyping { return ChoiceFilter.hints }
    return [
      Hint("↑ ↓", "preview"), ChoiceFilter.hint, Hint("enter", "save"), Hint("esc", "cancel"),
    ]
  }

  var isTyping: Bool { list.isTyping }

  mutating func paste(_ text: String) { list.insert(text) }

  mutating func refresh(with themes: [Theme]) {
    let name = list.selected(titles).map { self.themes[$0].name }
    self.themes = themes
    original = themes.first { $0.name == original.name } ?? original
    guard !list.isTyping else { return }
    list.cursor.selected = themes.firstIndex { $0.name == name } ?? 0
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    if list.type(key, titles) { return preview }
    switch ChoiceKey(key, opener: "t") {
    case .cancel: return .theme(original, isChosen: false)
    case .choose: return list.selected(titles).map { .theme(themes[$0], isChosen: true) } ?? preview
    case nil: return list.move(key, titles, screen: screen) ? preview : .stay
    }
  }

  /// The preview of the theme under the cursor; of the current theme if no theme matches.
  private var preview: DialogOutcome {
    .preview(list.selected(titles).map { themes[$0] } ?? original)
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let names = themes.map { DisplayText($0.name, truncatedTo: 30) }
    let width = max(names.map(\.width).max() ?? 0, 16)
    let lines = zip(themes, names).map { item, name in
      Line([
        Span(item.name == original.name ? "● " : "○ ", theme.style([.dialog, .key])),
        Span(name.padded(to: width), theme.style(.dialog)),
        Span(item.brightness, theme.style([.dialog, .muted])),
      ])
    }
    list.draw(
      "Theme",
      lines,
      titles: titles,
      noMatch: "No theme matches.",
      columns: width + 20,
      on: &canvas,
      theme: theme
    )
  }
}

extension Theme {
  /// The label for a dark or light theme, padded to a fixed width.
  fileprivate var brightness: String {
    guard let palette else { return "   as it is" }
    return palette.background.isLight ? "      light" : "       dark"
  }
}
