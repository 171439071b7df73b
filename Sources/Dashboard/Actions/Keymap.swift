import Frame

extension Action {
  /// The action that a key calls for.
  init?(key: Key) {
    guard let action = Self.keymap[key] else { return nil }
    self = action
  }

  private static let keymap: [Key: Action] = Dictionary(
    allCases.flatMap { action in action.keys.map { ($0, action) } },
    uniquingKeysWith: { first, _ in first }
  )
}
