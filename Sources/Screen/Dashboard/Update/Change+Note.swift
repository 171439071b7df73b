import FeatureFlags
import Text

extension DashboardState {
  /// Opens the text field for the note of the overrides of the target features.
  mutating func openNote() {
    guard let overridden = overriddenTargets("that could have a note") else { return }
    dialog = NoteDialog(overridden)
  }

  /// Requests the note of overrides, and closes the dialog.
  mutating func setNote(_ note: String, of names: [Feature.Name]) -> [Effect] {
    dialog = nil
    let subject =
      names.count == 1
      ? names[0].text.shortened(to: 40) : Number.count(names.count, "override")
    show(Notice("The note of \(subject) is \(note.isEmpty ? "removed" : "saved").", kind: .success))
    return [.overrides(.setNote(note, for: names))]
  }
}
