import Text

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
    let last = max(hints.count - 2, 0)
    return fitting(hints, in: columns, gap: gap) { index, _ in index >= last ? .first : .usual }
  }

  /// Selects the hints of a dialog that fit into the given width: keys that confirm or close come
  /// first, keys that move or scroll last.
  static func fittingDialog(_ hints: [Hint], in columns: Int, gap: Int) -> [Hint] {
    fitting(hints, in: columns, gap: gap) { _, hint in
      if confirming.isDisjoint(with: hint.keys.split(separator: " ").map(String.init)) {
        moving.contains(hint.text) ? .last : .usual
      } else {
        .first
      }
    }
  }

  /// The keys that confirm or close a dialog.
  private static let confirming: Set = ["enter", "esc", "y"]
  /// The labels of keys that every list has.
  private static let moving: Set = ["move", "scroll", "choose", "preview"]

  private enum Priority: CaseIterable { case first, usual, last }

  private static func fitting(
    _ hints: [Hint],
    in columns: Int,
    gap: Int,
    priority: (Int, Hint) -> Priority
  ) -> [Hint] {
    let priorities = hints.enumerated().map { priority($0, $1) }
    let order = Priority.allCases.flatMap { level in
      hints.indices.filter { priorities[$0] == level }
    }
    var room = columns + gap
    var chosen: [Int] = []
    for index in order {
      guard priorities[index] == .first || hints[index].width + gap <= room else { continue }
      room -= hints[index].width + gap
      chosen.append(index)
    }
    return chosen.sorted().map { hints[$0] }
  }
}

extension String {
  private static let arrowNames = ["↑": "up", "↓": "down", "←": "left", "→": "right"]

  /// The label of keys with words instead of arrows, such as `up down` for `↑ ↓`.
  var spellingArrows: String {
    Self.arrowNames.reduce(self) { $0.replacing($1.key, with: $1.value) }
  }
}
