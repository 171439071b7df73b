import FeatureFlags
import Frame

/// The dialog that edits the note of overrides; an empty text removes the note.
struct NoteDialog: Dialog {
  private let names: [Feature.Name]
  private var input: TextInput

  /// Creates the dialog for features with overrides; the text field contains their note if all have the
  /// same one.
  init(_ features: [Feature]) {
    names = features.map(\.name)
    let notes = Set(features.map(\.override?.note))
    let common = notes.count == 1 ? notes.first ?? nil : nil
    input = TextInput(maximumLength: Override.longestNote)
    input.insert(common ?? "")
  }

  var hints: [Hint] { [Hint("type", "a note"), Hint("enter", "save"), Hint("esc", "cancel")] }

  var isTyping: Bool { true }

  mutating func refresh(with features: FeatureList?) -> Bool {
    guard let features else { return false }
    return names.contains { features.position(of: $0) != nil }
  }

  mutating func press(_ key: Key, screen: Size) -> Request {
    if key == .escape { return .close }
    if key == .enter { return .note(input.text.trimmed, names) }
    _ = input.press(key)
    return .stay
  }

  mutating func paste(_ text: String) { input.insert(text) }

  func draw(on canvas: inout Canvas, theme: Theme) {
    let subject =
      names.count == 1
      ? names[0].text.shortened(to: 40) : Number.count(names.count, "override")
    let inside = canvas.drawDialog(
      "Note of \(subject)",
      columns: canvas.frame.size.dialogColumns(60),
      rows: 3,
      theme: theme
    )
    let field = Area(
      column: inside.column + 1,
      row: inside.row,
      columns: inside.columns - 2,
      rows: 1
    )
    canvas.draw(input, in: field, hint: "why, such as QA-123", theme: theme)
  }
}
