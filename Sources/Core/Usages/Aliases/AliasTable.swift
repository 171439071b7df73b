import LetterCase

/// The aliases of features: the identifiers that code derives from their names, by letter case.
///
/// The aliases of `new-cart` are `newCart`, `NewCart`, `new_cart` and `NEW_CART`.
struct AliasTable: Sendable {
  /// A feature that an alias stands for.
  struct Entry: Sendable {
    let feature: String
    let alias: String
    /// Whether the alias counts only where a pattern matches, because it is likely to be the name of
    /// something else.
    let needsPattern: Bool
  }

  /// The entries by the text of the identifier, with and without a leading `$`, as in `$newCart` of Svelte.
  let entries: [String: [Entry]]
  let patterns: [CodePattern]

  /// The least number of letters and digits of a name whose aliases count without a pattern.
  static let letterLimit = 5

  init(names: Set<String>, patterns: [CodePattern]) {
    self.patterns = patterns
    var entries: [String: [Entry]] = [:]
    for name in names {
      let words = Self.words(of: name)
      let needsPattern = !Self.areSpecific(words)
      if needsPattern, patterns.isEmpty { continue }
      // Skips the exact name of another feature, to which the identifier belongs.
      for alias in Self.aliases(of: name, words) where alias == name || !names.contains(alias) {
        let entry = Entry(feature: name, alias: alias, needsPattern: needsPattern)
        entries[alias, default: []].append(entry)
        entries["$" + alias, default: []].append(entry)
      }
    }
    self.entries = entries
  }

  /// The words of which a file with a usage by an alias or a pattern has at least one.
  var fileWords: [String] {
    let needsAll = patterns.contains { $0.longestWord == nil }
    let aliases = entries.filter { _, entries in
      needsAll || entries.contains { !$0.needsPattern }
    }
    return aliases.keys + patterns.compactMap(\.longestWord)
  }

  /// Returns the aliases of a name that are identifiers.
  static func aliases(of name: String) -> Set<String> { aliases(of: name, words(of: name)) }

  private static func aliases(of name: String, _ words: [String]) -> Set<String> {
    let text = words.joined(separator: " ")
    var aliases: Set = [name]
    for letterCase in [LetterCase.lowerCamel, .upperCamel, .macro, .snake] {
      aliases.insert(text.letterCase(letterCase))
    }
    // Keeps acronyms, as in `showURL`, unless the whole name is in capitals.
    if text.contains(where: \.isLowercase) {
      aliases.insert(text.letterCase(.lowerCamel, options: .preserveSuffix))
      aliases.insert(text.letterCase(.upperCamel, options: .preserveSuffix))
    }
    return aliases.filter { alias in
      alias.utf8.allSatisfy(\.isWord) && alias.first.map { !$0.isNumber } ?? false
    }
  }

  /// Returns whether aliases of the words are unlikely to be the names of other things: there are two words
  /// that begin with a letter, and not only a few letters.
  private static func areSpecific(_ words: [String]) -> Bool {
    words.count { $0.first?.isLetter == true } >= 2
      && words.reduce(0) { $0 + $1.count } >= letterLimit
  }

  /// Splits a name into words: at each character that is no letter and no digit, and at the capitals of
  /// camel case, where several capitals are an acronym.
  private static func words(of name: String) -> [String] {
    let characters = Array(name)
    var words: [String] = []
    var isInWord = false
    for (index, character) in characters.enumerated() {
      guard character.isLetter || character.isWholeNumber else {
        isInWord = false
        continue
      }
      let last = index > 0 ? characters[index - 1] : character
      let isNextLower = index + 1 < characters.count && characters[index + 1].isLowercase
      let isCapital = character.isUppercase && (!last.isUppercase || isNextLower)
      if isInWord, !isCapital {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
      isInWord = true
    }
    return words
  }
}
