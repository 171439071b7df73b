import Frame

/// The dialog that lists the themes; the dashboard behind it previews the theme under the cursor.
struct ThemePicker: Dialog {
  private let themes: [Theme]
  private let original: Theme
  private var list = ChoiceList()

  init(_ themes: [Theme], current: Theme) {
    self.themes = themes
    original = current
    list.cursor.selected = themes.firstIndex { $0.name == current.name } ?? 0
  }

  var isModal: Bool { false }

  var hints: [Hint] {
    [Hint("↑ ↓", "preview"), Hint("enter", "save"), Hint("esc", "cancel")]
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    switch ChoiceKey(key, opener: "t") {
    case .cancel: return .theme(original, isChosen: false)
    case .choose: return .theme(themes[list.cursor.selected], isChosen: true)
    case nil:
      guard list.move(key, count: themes.count, screen: screen) else { return .stay }
      return .preview(themes[list.cursor.selected])
    }
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
    list.draw("Theme", lines, columns: width + 20, on: &canvas, theme: theme)
  }
}

extension Theme {
  /// The label for a dark or light theme, padded to a fixed width.
  fileprivate var brightness: String {
    guard let palette else { return "   as it is" }
    return palette.background.luminance < 0.18 ? "       dark" : "      light"
  }
}
