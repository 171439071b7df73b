import Documents
import FeatureFlags
import Glibc

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
