import FeatureFlags
import Frame

/// The dialog that reads the time until which overrides apply; closing it returns to the menu of
/// lifetimes.
struct ExpiryDialog: Dialog {
  private let names: [Feature.Name]
  private let menu: LifetimeMenu
  private var input = TextInput(maximumLength: 20)
  /// Whether the typed text is not a time.
  private var isRefused = false

  init(_ names: [Feature.Name], _ menu: LifetimeMenu) {
    self.names = names
    self.menu = menu
  }

  var hints: [Hint] { [Hint("type", "17:30 or 2h30m"), Hint("enter", "set"), Hint("esc", "back")] }

  var isTyping: Bool { true }

  func refresh(with list: FeatureList?) -> Bool { menu.refresh(with: list) }

  mutating func press(_ key: Key, screen: Size) -> Request {
    if key == .escape { return .open(Menu(menu)) }
    if key == .enter {
      // Assumes that the text is not a time; otherwise the dashboard closes the dialog anyway.
      isRefused = true
      return .lifetime(.typed(input.text), names)
    }
    if input.press(key) { isRefused = false }
    return .stay
  }

  mutating func paste(_ text: String) {
    input.insert(text)
    isRefused = false
  }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let inside = canvas.drawDialog(
      menu.title,
      columns: canvas.frame.size.dialogColumns(max(DisplayText(menu.title).width + 6, 46)),
      rows: isRefused ? 4 : 3,
      theme: theme
    )
    let label = "Until "
    let (column, key) = (inside.column + 1, theme.style([.dialog, .key]))
    canvas.draw(label, column: column, row: inside.row, style: key)
    let field = Area(
      column: column + label.count,
      row: inside.row,
      columns: inside.columns - label.count - 2,
      rows: 1
    )
    canvas.draw(input, in: field, hint: "17:30, or after 2h30m", theme: theme)
    guard isRefused else { return }
    canvas.draw(
      "✗ expected a time such as 17:30, or 2h30m",
      column: column,
      row: inside.row + 1,
      limit: inside.columns - 2,
      style: theme.style([.dialog, .failure])
    )
  }
}
