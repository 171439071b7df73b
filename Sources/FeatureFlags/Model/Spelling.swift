/// Finds what was probably meant by a word that is not known.
package enum Spelling {
  /// The words that are nearest to one, nearest first, at most three.
  ///
  /// A word is near if a few letters (one in three, at most three) turn it into the other; letter
  /// case does not count.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> [String]
  {
    let wanted = Array(word.lowercased().unicodeScalars.prefix(lengthLimit))
    let limit = min(3, max(1, wanted.count / 3))
    var found: [(distance: Int, word: String)] = []
    for candidate in candidates {
      let letters = Array(candidate.lowercased().unicodeScalars.prefix(lengthLimit))
      guard abs(letters.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, letters)
      if distance <= limit { found.append((distance, candidate)) }
    }
    return found.sorted { ($0.distance, $0.word) < ($1.distance, $1.word) }.prefix(3).map(\.word)
  }

  /// The letters that are looked at, so that very long words cost no more than long ones.
  private static let lengthLimit = 100

  /// The number of letters to insert, drop or replace, or of neighbours to swap, to get from one
  /// word to the other.
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
