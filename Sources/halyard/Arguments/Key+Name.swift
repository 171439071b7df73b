import Frame

extension Key {
  /// Parses the name of a key: one character, or a name such as `space`, `ctrl-u` or `F5`.
  ///
  /// - Returns: `nil` for an unknown name.
  init?(name: String) {
    if name.count == 1, let character = name.first {
      self = .character(character)
    } else if let key = Self.named[name.lowercased()] {
      self = key
    } else {
      return nil
    }
  }

  private static let named: [String: Key] = {
    let arrows: [String: Key] = [
      "up": .up, "down": .down, "left": .left, "right": .right, "escape": .escape,
      "return": .enter, "space": .character(" "),
    ]
    let labelled: [Key] = [
      .enter, .escape, .tab, .backTab, .backspace, .delete, .insert, .home, .end, .pageUp,
      .pageDown,
    ]
    let keys =
      labelled + (1...12).map(Key.function)
      + "abcdefghijklmnopqrstuvwxyz".flatMap { [Key.control($0), .alt($0)] }
    return keys.reduce(into: arrows) { $0[$1.label.lowercased()] = $1 }
  }()
}
