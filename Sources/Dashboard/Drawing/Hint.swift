import Frame

/// A hint in the footer: the keys of an action and its label.
struct Hint: Hashable, Sendable {
  let keys: String
  let text: String

  init(_ keys: String, _ text: String) {
    self.keys = keys
    self.text = text
  }
}

extension Hint {
  /// The hint with words instead of arrows.
  var spellingArrows: Hint { Hint(keys.spellingArrows, text) }

  /// The width of the hint in cells, with the space between keys and label.
  var width: Int { DisplayText(keys).width + 1 + DisplayText(text).width }

  /// Selects the hints that fit into the given width; the last two, usually help and quit, have
  /// priority.
  static func fitting(_ hints: [Hint], in columns: Int, gap: Int) -> [Hint] {
    let last = Array(hints.suffix(2))
    var room = columns - last.reduce(0) { $0 + $1.width + gap } + gap
    var result: [Hint] = []
    for hint in hints.dropLast(2) {
      guard hint.width + gap <= room else { break }
      room -= hint.width + gap
      result.append(hint)
    }
    return result + last
  }
}

extension String {
  private static let arrowNames = ["↑": "up", "↓": "down", "←": "left", "→": "right"]

  /// The label of keys with words instead of arrows, such as `up down` for `↑ ↓`.
  var spellingArrows: String {
    Self.arrowNames.reduce(self) { $0.replacing($1.key, with: $1.value) }
  }
}
