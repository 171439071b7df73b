import Documents
import FeatureFlags
import Glibc
import Text

/// A search index with the folded text of all features, so that a search only compares bytes.
///
/// The text of a feature starts with its name; its short texts, such as section and variations,
/// come before its long ones, such as the description.
struct SearchIndex: Sendable {
  private let bytes: [UInt8]
  /// The byte offset of the searchable text of each feature, and the end of the last text.
  private let starts: [Int]
  /// The set of bytes in the short texts of each feature, which excludes most features from a search
  /// for subsequences.
  private let byteSets: [UInt64]

  init(_ features: [Feature]) {
    var bytes: [UInt8] = []
    var starts: [Int] = []
    var byteSets: [UInt64] = []
    starts.reserveCapacity(features.count + 1)
    byteSets.reserveCapacity(features.count)
    bytes.reserveCapacity(features.count * 64)
    for feature in features {
      starts.append(bytes.count)
      let end = feature.appendSearchTexts(to: &bytes)
      byteSets.append(Self.byteSet(of: bytes[(starts.last ?? 0)..<end]))
    }
    starts.append(bytes.count)
    self.bytes = bytes
    self.starts = starts
    self.byteSets = byteSets
  }

  /// A set of bytes: each letter and digit has its own bit, and all other bytes share the rest.
  private static func byteSet(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0) { set, byte in
      let bit =
        switch byte {
        case 0x61...0x7A: byte - 0x61
        case 0x30...0x39: byte - 0x30 + 26
        case _: byte % 28 + 36
        }
      return set | 1 << UInt64(bit)
    }
  }

  /// Returns a function that tests whether the short texts of a feature can contain all bytes of the
  /// words.
  func candidates(for words: [[UInt8]]) -> (_ position: Int) -> Bool {
    let needed = Self.byteSet(of: words.joined())
    return { [byteSets] in byteSets[$0] & needed == needed }
  }

  /// Separates two texts with a byte that cannot be typed, so that no match spans both.
  static let separator: UInt8 = 0
  /// Separates the short texts of a feature from the long ones.
  static let longSeparator: UInt8 = 1

  var count: Int { starts.count - 1 }

  /// Calls the closure with the folded text of all features and the offset of each feature.
  private func withTexts<Result>(_ body: (UnsafeBufferPointer<UInt8>, [Int]) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body($0, starts) }
  }

  /// The positions of the features, sorted by their folded names; features with equal names keep their
  /// order.
  func positionsByName() -> [Int] {
    withTexts { texts, starts in
      let ends = (0..<count).map { position in
        texts[starts[position]...].firstIndex(of: Self.separator) ?? starts[position + 1]
      }
      return (0..<count).sorted { one, other in
        let lengths = (ends[one] - starts[one], ends[other] - starts[other])
        guard let base = texts.baseAddress else { return one < other }
        let order = memcmp(base + starts[one], base + starts[other], min(lengths.0, lengths.1))
        if order != 0 { return order < 0 }
        return lengths.0 == lengths.1 ? one < other : lengths.0 < lengths.1
      }
    }
  }

  /// Whether the folded text contains the folded word; an empty word is in no text.
  static func contains(_ word: [UInt8], in texts: UnsafeBufferPointer<UInt8>) -> Bool {
    ByteSearch(word).first(in: texts, from: 0, to: texts.count) != nil
  }
}

extension Feature {
  /// Appends the name, the description and all other searchable texts, folded.
  ///
  /// - Returns: The end of the short texts.
  fileprivate func appendSearchTexts(to bytes: inout [UInt8]) -> Int {
    func append(_ text: String) {
      FoldedText.append(text, to: &bytes)
      bytes.append(SearchIndex.separator)
    }
    append(name.rawValue)
    append(sectionTitle)
    append(shortTypeText)
    if type.isTest {
      for variation in testVariations { append(variation.rawValue) }
      for case let label? in labels { append(label) }
    }
    let end = bytes.count
    bytes.append(SearchIndex.longSeparator)
    if let detailText { append(detailText) }
    for variable in ([variables] + variationVariables).joined() {
      append(variable.name + " = " + variable.value.description)
    }
    return end
  }
}

/// The features that match a search, in ascending order of their positions.
struct SearchMatches: Sendable {
  /// The positions of the matching features.
  private(set) var positions: [Int] = []
  /// How well each feature matches: 0 for the start of the name, 3 for a text other than the name.
  private(set) var ranks: [UInt8] = []
  /// Whether the words are matched as subsequences, because no feature contains them.
  var isFuzzy = false

  fileprivate mutating func append(_ position: Int, rank: UInt8) {
    positions.append(position)
    ranks.append(rank)
  }

  /// Creates matches of equal rank, as for a search without words.
  init(all positions: [Int] = []) {
    self.positions = positions
    ranks = Array(repeating: 0, count: positions.count)
  }

  /// Keeps only the features that meet a condition.
  mutating func filter(_ isIncluded: (Int) -> Bool) {
    let kept = positions.indices.filter { isIncluded(positions[$0]) }
    guard kept.count < positions.count else { return }
    ranks = kept.map { ranks[$0] }
    positions = kept.map { positions[$0] }
  }

  /// The position of the best match: the first one of the best rank at or after the given position,
  /// or else before it.
  func best(from origin: Int) -> Int? {
    guard let rank = ranks.min() else { return nil }
    let start = positions.partitioningIndex { $0 >= origin }
    let next = ranks[start...].firstIndex(of: rank) ?? ranks.firstIndex(of: rank)
    return next.map { positions[$0] }
  }
}

extension SearchIndex {
  /// Finds the features that contain every word, for example in the name or the description.
  ///
  /// - Parameters:
  ///   - words: The folded words; none is empty.
  ///   - candidates: The positions of the features to search, in ascending order; `nil` for all.
  /// - Returns: The matching features with their ranks.
  func matches(of words: [[UInt8]], among candidates: [Int]?) -> SearchMatches {
    // Scans all features for the word that is probably the least frequent one.
    let words = words.map(ByteSearch.init)
      .sorted { $0.rarity > $1.rarity }
    guard let first = words.first else {
      return SearchMatches(all: candidates ?? Array(0..<count))
    }
    return withTexts { texts, starts in
      var matches = SearchMatches()
      func add(_ position: Int, at offset: Int) {
        let range = (starts[position], starts[position + 1])
        var rank = Self.rank(of: offset, in: texts, from: range.0)
        for word in words.dropFirst() {
          guard let other = word.first(in: texts, from: range.0, to: range.1) else { return }
          rank = max(rank, Self.rank(of: other, in: texts, from: range.0))
        }
        matches.append(position, rank: rank)
      }
      if let candidates {
        for position in candidates {
          let offset = first.first(in: texts, from: starts[position], to: starts[position + 1])
          if let offset { add(position, at: offset) }
        }
        return matches
      }
      var position = 0
      while position < count,
        let hit = first.first(in: texts, from: starts[position], to: texts.count)
      {
        position = Self.position(at: hit, in: starts, from: position)
        add(position, at: hit)
        position += 1
      }
      return matches
    }
  }

  /// The position of the feature whose text contains the given offset, found by an exponential search
  /// from an earlier position.
  private static func position(at offset: Int, in starts: [Int], from position: Int) -> Int {
    var low = position
    var step = 1
    while low + step < starts.count, starts[low + step] <= offset {
      low += step
      step *= 2
    }
    var high = min(low + step, starts.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// How well an occurrence matches: 0 for the start of the name, 1 for the start of a word of the
  /// name, 2 for another part of the name, 3 for another text.
  private static func rank(
    of offset: Int,
    in texts: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> UInt8 {
    guard offset > start, let base = texts.baseAddress else { return 0 }
    if memchr(base + start, Int32(separator), offset - start) != nil { return 3 }
    return isWordStart(after: texts[offset - 1]) ? 1 : 2
  }

  private static func isWordStart(after byte: UInt8) -> Bool {
    byte < 0x80 && !(0x61...0x7A).contains(byte) && !(0x30...0x39).contains(byte)
  }
}

// MARK: Fuzzy matches

extension SearchIndex {
  /// Finds the features in which every word is a subsequence of one short text: the name, the
  /// section, the type, a variation or a label.
  ///
  /// - Parameters:
  ///   - words: The folded words; none is empty.
  ///   - candidates: The positions of the features to search, in ascending order; `nil` for all.
  /// - Returns: The matching features with their ranks.
  func fuzzyMatches(of words: [[UInt8]], among candidates: [Int]?) -> SearchMatches {
    withTexts { texts, starts in
      var matches = SearchMatches()
      matches.isFuzzy = true
      let isCandidate = self.candidates(for: words)
      for position in candidates ?? Array(0..<count) where isCandidate(position) {
        var rank: UInt8 = 0
        let isMatch = words.allSatisfy { word in
          let found = Self.fuzzyRank(of: word, in: texts, from: starts[position])
          rank = max(rank, found ?? 0)
          return found != nil
        }
        if isMatch { matches.append(position, rank: rank) }
      }
      return matches
    }
  }

  /// How well a subsequence matches: 1 if it starts at the start of a word of the name, 2 for
  /// another subsequence of the name, 3 for one of another text; `nil` if there is none.
  private static func fuzzyRank(
    of word: [UInt8],
    in texts: UnsafeBufferPointer<UInt8>,
    from start: Int
  ) -> UInt8? {
    word.withUnsafeBufferPointer { word in
      var index = 0
      var isName = true
      var rank: UInt8 = 2
      var offset = start
      while offset < texts.count, texts[offset] != longSeparator {
        let byte = texts[offset]
        if byte == separator {
          (index, isName) = (0, false)
        } else if byte == word[index] {
          if index == 0, offset == start || isWordStart(after: texts[offset - 1]) { rank = 1 }
          index += 1
          if index == word.count { return isName ? rank : 3 }
        }
        offset += 1
      }
      return nil
    }
  }
}
