import Dashboard
import Frame

extension Setting {
  /// Generates the table of all settings for `docs/settings.md`.
  static func markdownTable() -> String {
    let rows = all.map { setting in
      "| `\(setting.name)` | \(setting.expected) | \(setting.defaultText) | "
        + "\(setting.explanation) | `\(setting.example)` |"
    }
    return (["| setting | value | default | meaning | example |", "|---|---|---|---|---|"] + rows)
      .map { $0 + "\n" }.joined()
  }

  /// Generates the table of the keys of the setting's objects; `nil` for a setting without objects.
  func markdownFieldTable() -> String? {
    guard !fields.isEmpty else { return nil }
    let rows = fields.map { field in
      "| `\(field.name)` | \(field.expected) | \(field.defaultText ?? "required") | "
        + "\(field.explanation) |"
    }
    return (["| key | value | default | meaning |", "|---|---|---|---|"] + rows)
      .map { $0 + "\n" }.joined()
  }
}

extension Keymap {
  /// Generates the table of the names of all actions with their default keys, for
  /// `docs/settings.md`.
  static func markdownTable() -> String {
    let rows = Action.allCases.map { action in
      let keys = action.keys.map { "`\($0.name)`" }.joined(separator: " ")
      return "| `\(action.identifier)` | \(keys) | \(action.explanation) |"
    }
    return (["| action | default keys | meaning |", "|---|---|---|"] + rows)
      .map { $0 + "\n" }.joined()
  }
}
