import Frame

/// The list of themes; the dashboard behind it shows the one under the cursor.
struct ThemePicker: Dialog {
  private let themes: [Theme]
  private let original: Theme
  private var cursor = ListCursor()

  init(_ themes: [Theme], current: Theme) {
    self.themes = themes
    original = current
    cursor.selected = themes.firstIndex { $0.name == current.name } ?? 0
  }

  var isModal: Bool { false }

  var hints: [Hint] {
    [Hint("↑ ↓", "preview"), Hint("enter", "save"), Hint("esc", "cancel")]
  }

  mutating func press(_ key: Key, screen: Size) -> DialogOutcome {
    switch key {
    case .escape, .character("q"), .character("t"): return .theme(original, isChosen: false)
    case .enter, .character(" "): return .theme(themes[cursor.selected], isChosen: true)
    default:
      let height = Self.height(screen: screen, count: themes.count)
      guard cursor.press(key, count: themes.count, height: height) else { return .stay }
      return .preview(themes[cursor.selected])
    }
  }

  private static func height(screen: Size, count: Int) -> Int {
    max(min(count, screen.rows - 4), 1)
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let size = canvas.frame.size
    let height = Self.height(screen: size, count: themes.count)
    let cursor = cursor.settled(count: themes.count, height: height)
    let names = themes.map { DisplayText($0.name, limit: 30).truncated(to: 30) }
    let width = max(names.map(\.width).max() ?? 0, 16)
    let scroll = ScrollMark(first: cursor.top, visible: height, total: themes.count)
    let inside = canvas.drawDialog(
      "Theme",
      columns: min(width + 20, size.columns - 4),
      rows: height + 2,
      theme: theme,
      scroll: scroll
    )
    let lines = zip(themes, names).map { item, name in
      Line([
        Span(item.name == original.name ? "● " : "○ ", theme.style([.dialog, .key])),
        Span(name.padded(to: width), theme.style(.dialog)),
        Span(item.brightness, theme.style([.dialog, .muted])),
      ])
    }
    canvas.draw(choices: lines, cursor: cursor, in: inside, theme: theme)
  }
}

extension Theme {
  /// Whether the theme is for dark or light rooms, in a word.
  fileprivate var brightness: String {
    guard let palette else { return "   as it is" }
    return palette.background.luminance < 0.18 ? "       dark" : "      light"
  }
}
