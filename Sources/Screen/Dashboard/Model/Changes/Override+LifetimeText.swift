package import FeatureFlags
import Text

package import struct FoundationEssentials.Date

extension Override {
  /// What the override forces, with its lifetime, such as `Enabled until 23:59`.
  ///
  /// - Parameters:
  ///   - shorten: Shortens the values of variables.
  ///   - format: Formats the time of the expiry.
  /// - Returns: A single line; `nil` for an override without effect.
  package func textWithLifetime(
    shorten: (String) -> String,
    format: (Date) -> String
  ) -> String? {
    isEmpty ? nil : text(shorten: shorten) + lifetimeText(format: format)
  }

  /// The lifetime as the end of a text, such as ` until 23:59`.
  ///
  /// - Parameter format: Formats the time of the expiry.
  /// - Returns: A single line; empty for an override that applies until it is reset.
  package func lifetimeText(format: (Date) -> String) -> String {
    switch lifetime {
    case .kept: ""
    case .session: " for a session"
    case .until(let end): " until " + format(end)
    case .lasting(let length): " for " + length.text
    }
  }

  /// The note as the end of a text, such as ` (QA-123)`; empty without a note.
  package var noteText: String { note.map { " (\($0))" } ?? "" }
}

extension OverrideAct.Change {
  /// The change of the override as text with the note of the new one, such as
  /// `Enabled → Enabled until 23:59 (QA-123)`, or the change of the note alone, such as
  /// `Enabled, note QA-123 → QA-124`.
  ///
  /// - Parameters:
  ///   - clock: The user's clock and time zone.
  ///   - now: The current date, which determines today.
  ///   - none: The text for a feature without an override.
  ///   - shorten: Shortens the values of variables.
  /// - Returns: A single line.
  package func text(
    _ clock: WallClock,
    now: Date,
    none: String,
    shorten: (String) -> String
  ) -> String {
    let texts = [from, to].map { override in
      override?.textWithLifetime(shorten: shorten) { clock.text(of: $0, now: now) } ?? none
    }
    let note = to?.note.map { " (\(shorten($0)))" } ?? ""
    guard texts[0] == texts[1], from != nil, to != nil else {
      return texts.joined(separator: " → ") + note
    }
    // Both texts are equal if only the note, the author or the time differs.
    guard from?.note != to?.note else { return texts[0] + ", set again" + note }
    let notes = [from, to].map { $0?.note.map(shorten) ?? "none" }
    return "\(texts[0]), note \(notes.joined(separator: " → "))"
  }
}
