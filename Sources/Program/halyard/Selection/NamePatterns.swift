import FeatureFlags

/// Names and globs that select features, whether or not the source has these features now.
///
/// A word selects names as in ``NameMatch``: exactly, as `list` prints them, or in any letter case; a
/// glob selects the names that it matches.
struct NamePatterns: Sendable {
  private let words: [String]

  /// Whether the list has no words, and so selects every feature.
  var isEmpty: Bool { words.isEmpty }

  init(_ words: [String]) {
    self.words = words
  }

  /// Whether one of the words selects the name.
  func contains(_ name: Feature.Name) -> Bool {
    isEmpty || words.contains { Self.matches($0, name) }
  }

  /// The words that select none of the names.
  func words(matchingNoneOf names: [Feature.Name]) -> [String] {
    words.filter { word in !names.contains { Self.matches(word, $0) } }
  }

  private static func matches(_ word: String, _ name: Feature.Name) -> Bool {
    if case .found = NameMatch(of: word, among: [name.rawValue]) { return true }
    return NamePattern(word)?.matches(name.rawValue) ?? false
  }
}
