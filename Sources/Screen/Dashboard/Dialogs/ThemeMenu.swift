import Frame
import Text

/// The menu of the themes; the dashboard behind it previews the theme under the cursor.
struct ThemeMenu: MenuContent {
  private var themes: [Theme]
  private var original: Theme

  init(_ themes: [Theme], current: Theme) {
    self.themes = themes
    original = current
  }

  var title: String { "Theme" }
  var opener: Character { "t" }
  var verb: String { "save" }
  var columns: ClosedRange<Int> { 36...Int.max }
  var noMatch: String { "No theme matches." }
  var isModal: Bool { false }
  var initialRow: Int { themes.firstIndex { $0.name == original.name } ?? 0 }
  var cancelled: Request { .theme(original, isChosen: false) }

  var rows: [MenuRow] {
    themes.map { theme in
      MenuRow(
        theme.name,
        [
          .mark(isCurrent: theme.name == original.name),
          .init(theme.name.shortened(to: 30).rightPadded(to: 16)),
          .init(theme.brightness, .muted),
        ]
      )
    }
  }

  func hints(at row: Int?) -> [Hint] {
    [Hint("↑ ↓", "preview"), Hint("enter", verb), Hint("esc", "cancel")]
  }

  func choose(_ row: Int) -> Request { .theme(themes[row], isChosen: true) }

  func preview(_ row: Int?) -> Request { .preview(row.map { themes[$0] } ?? original) }

  /// Replaces the themes after they were read.
  mutating func replaceThemes(with themes: [Theme]) {
    self.themes = themes
    original = themes.first { $0.name == original.name } ?? original
  }
}

extension Theme {
  /// The label for a dark or light theme, padded to a fixed width.
  fileprivate var brightness: String {
    guard let palette else { return "own colours" }
    return palette.background.isLight ? "      light" : "       dark"
  }
}
