/// Finds the known names that are nearest to a misspelled one, by edit distance.
package enum NameSuggestions {
  /// Returns the end of an error message about a misspelled name, such as `, did you mean "cart" or "card"?`;
  /// empty without a suggestion.
  package static func hint(_ names: some Sequence<String>) -> String {
    let quoted = names.map { "\"\($0)\"" }.joined(separator: " or ")
    return quoted.isEmpty ? "" : ", did you mean \(quoted)?"
  }

  /// Returns at most three names to suggest for an unknown word.
  ///
  /// These are the names that are nearest by edit distance. Without any, they are the names that contain
  /// all parts of the word, the shortest first; then the names that contain a similar word; and without any
  /// of these, the names that the word contains, such as `New Cart` for the constant `newCartEnabled`.
  ///
  /// A user often types a part of a name, such as `gift` for `gift_wrap`, which is far from the name by
  /// edit distance. A misspelled member of a document is no such part: use ``nearest(to:among:)`` for it.
  package static func suggestions(
    for word: String,
    among candidates: some Sequence<String>
  ) -> [String] {
    let candidates = Array(candidates)
    let near = nearest(to: word, among: candidates)
    let parts = word.lowercased().prefix(lengthLimit).split { !$0.isLetter && !$0.isNumber }
    guard near.isEmpty, parts.contains(where: { $0.count > 1 }) else { return near }
    let longer = candidates.filter { candidate in
      let text = candidate.prefix(lengthLimit).lowercased()
      return parts.allSatisfy { text.contains($0) }
    }
    guard longer.isEmpty else {
      return longer.sorted { ($0.count, $0) < ($1.count, $1) }.prefix(3).map(\.self)
    }
    let similar = names(withWordNearTo: word, among: candidates)
    return similar.isEmpty ? names(within: word, among: candidates) : similar
  }

  /// Returns the candidates whose letters and digits the word contains, the longest first, at most three.
  private static func names(within word: String, among candidates: [String]) -> [String] {
    let whole = letters(of: word)
    return candidates.filter {
      let part = letters(of: $0)
      return part.count > 3 && whole.contains(part)
    }.sorted { ($1.count, $0) < ($0.count, $1) }.prefix(3).map(\.self)
  }

  private static func letters(of text: String) -> String {
    text.prefix(lengthLimit).lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// Returns the candidates that contain a word similar to the given one, such as `gift_wrap` for
  /// `gfit`.
  private static func names(withWordNearTo word: String, among candidates: [String]) -> [String] {
    var owners: [String: String] = [:]
    for candidate in candidates {
      let words = candidate.prefix(lengthLimit).split { !$0.isLetter && !$0.isNumber }
      for part in words where part.count > 2 && owners[part.lowercased()] == nil {
        owners[part.lowercased()] = candidate
      }
    }
    var found: [String] = []
    for near in nearest(to: word, among: owners.keys) {
      if let owner = owners[near], !found.contains(owner) { found.append(owner) }
    }
    return found
  }

  /// Returns the candidates within the allowed edit distance, nearest first, at most three.
  ///
  /// The allowed distance is a third of the letters of `word`, at least 1 and at most 3. Letter
  /// case is ignored.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> [String]
  {
    let expected = Array(word.lowercased().unicodeScalars.prefix(lengthLimit))
    let limit = min(3, max(1, expected.count / 3))
    var found: [(distance: Int, word: String)] = []
    for candidate in candidates {
      let letters = Array(candidate.lowercased().unicodeScalars.prefix(lengthLimit))
      guard abs(letters.count - expected.count) <= limit else { continue }
      let distance = distance(expected, letters)
      if distance <= limit { found.append((distance, candidate)) }
    }
    return found.sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }.prefix(3).map(\.word)
  }

  /// The maximum number of letters to compare: it bounds the quadratic time for very long words.
  private static let lengthLimit = 100

  /// Returns the edit distance: the least number of insertions, deletions, replacements, and swaps
  /// of neighbouring letters.
  private static func distance(_ left: [UnicodeScalar], _ right: [UnicodeScalar]) -> Int {
    var before: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        let replaced = last[j] + (left[i] == right[j] ? 0 : 1)
        var best = min(replaced, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = min(best, before[j - 1] + 1)
        }
        row.append(best)
      }
      before = last
      last = row
    }
    return last[right.count]
  }
}
