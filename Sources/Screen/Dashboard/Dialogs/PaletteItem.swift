import Text

/// An entry of the command palette: an action, or something else to go to or to apply.
struct PaletteItem: Sendable {
  /// Identifies the item across palettes, for the list of recently used items.
  let id: String
  let title: String
  /// What the item does, in one line.
  let explanation: String
  /// Synonyms by which users can find the item, separated by commas.
  let synonyms: String
  /// Whether other items that match equally well come first, even if this item was used recently.
  let isSubordinate: Bool
  /// The label of the key with the same effect; empty if there is none.
  let key: String
  let request: Request

  init(
    id: String,
    _ title: String,
    explanation: String,
    synonyms: String = "",
    key: String = "",
    isSubordinate: Bool = false,
    request: Request
  ) {
    self.id = id
    self.title = title
    self.explanation = explanation
    self.synonyms = synonyms
    self.key = key
    self.isSubordinate = isSubordinate
    self.request = request
  }
}

/// A source of items for the command palette, such as the actions or the themes.
protocol PaletteProvider: Sendable {
  /// The items for a search text, which is empty when the palette is opened; the palette ranks the
  /// items, and omits those that do not match.
  func items(for query: PaletteQuery) -> [PaletteItem]
}

/// The search text of the command palette.
struct PaletteQuery: Sendable {
  /// The folded words of the text.
  let words: [[UInt8]]
  /// The folded text without extra spaces.
  private let text: [UInt8]

  init(_ text: String) {
    words = FoldedText.words(of: text)
    self.text = Array(words.joined(separator: [0x20]))
  }

  var isEmpty: Bool { words.isEmpty }

  /// The rank of an item with the text as a whole synonym.
  private static let synonymRank = 2

  /// Whether the text is the title or a whole synonym of an item.
  func isName(of item: PaletteItem) -> Bool {
    rank(of: item).map { $0 == 0 || $0 == Self.synonymRank } ?? false
  }

  /// How well an item matches; a smaller number is a better match, and `nil` means no match.
  ///
  /// From the best match to the worst: the whole title, the start of the title, a whole synonym, the
  /// start of a synonym, starts of words in titles and synonyms, words within the title, words within
  /// the title, the explanation or the key, and the letters of the text in the same order within the
  /// title. Titles come before synonyms, so that features come before actions with the text as a
  /// synonym.
  func rank(of item: PaletteItem) -> Int? {
    let title = FoldedText.bytes(of: item.title)
    if title == text { return 0 }
    let phrases = FoldedText.bytes(of: item.synonyms).split(separator: UInt8(ascii: ","))
      .map { $0.drop { $0 == 0x20 } }
    if title.starts(with: text) { return 1 }
    if phrases.contains(where: { $0.elementsEqual(text) }) { return Self.synonymRank }
    if phrases.contains(where: { $0.starts(with: text) }) { return 3 }
    let starts = (phrases + [title[...]]).flatMap { $0.split(separator: 0x20) }
    let isStarted = words.allSatisfy { word in starts.contains { $0.starts(with: word) } }
    if isStarted { return 4 }
    if contains(in: title) { return 5 }
    let all =
      title + [0] + FoldedText.bytes(of: [item.explanation, item.key].joined(separator: " "))
    if contains(in: all) { return 6 }
    return isSubsequence(of: title) ? 7 : nil
  }

  private func contains(in bytes: [UInt8]) -> Bool { FoldedText.contains(words, in: bytes) }

  private func isSubsequence(of bytes: [UInt8]) -> Bool {
    let letters = text.filter { $0 != 0x20 }
    // Does not match one or two letters as a subsequence, because most titles have them in this order.
    return letters.count > 2 && FoldedText.isSubsequence(letters, of: bytes)
  }
}
