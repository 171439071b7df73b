extension JSONTree.Step {
  /// The key of a member as an identifier or in quotes, or the index of an element in brackets.
  package var label: String {
    switch self {
    case .key(let key): key.isIdentifier ? key : JSONValue.string(key).text()
    case .index(let index): "[\(index)]"
    }
  }
}

extension [JSONTree.Step] {
  /// The path as text, such as `theme.colours[2]`; `$` for the root.
  ///
  /// A key that is no identifier is quoted, with escapes for invisible characters: `theme["dark mode"]`.
  package var pathText: String {
    guard !isEmpty else { return "$" }
    var text = ""
    for step in self {
      switch step {
      case .index: text += step.label
      case .key(let key):
        if !key.isIdentifier {
          text += "[\(step.label)]"
        } else {
          text += text.isEmpty ? key : "." + key
        }
      }
    }
    return text
  }
}

extension String {
  /// Whether the text is an identifier: ASCII letters, digits, `_` and `$`, not starting with a digit.
  fileprivate var isIdentifier: Bool {
    guard let first = utf8.first, !(0x30...0x39).contains(first) else { return false }
    return utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x24, 0x5F: true
      case _: false
      }
    }
  }
}
