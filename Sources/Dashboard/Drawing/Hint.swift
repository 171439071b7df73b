import Frame

/// A key with a short text, for the footer.
struct Hint: Hashable, Sendable {
  let keys: String
  let text: String

  init(_ keys: String, _ text: String) {
    self.keys = keys
    self.text = text
  }
}

extension Hint {
  /// The width of the hint in cells.
  var width: Int { DisplayText(keys).width + 1 + DisplayText(text).width }

  /// The hints that fit into a width; the last two (help and the way out) have priority.
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
