import Glibc

/// Finds a word in a text of many megabytes, by searching for the least frequent byte of the word.
package struct ByteSearch {
  /// The word to find.
  package let word: [UInt8]
  /// The index in `word` of the byte that is least frequent in usual documents.
  private let key: Int
  /// An estimate of the rarity of the word; a larger number means a rarer word.
  package let rarity: Int

  /// The most frequent bytes of usual documents, in descending frequency; all other bytes are less frequent.
  private static let frequent = Array("\" etaoinsrhldcumfpgwybvkxjqz".utf8)

  /// Prepares the search for a word.
  package init(_ word: [UInt8]) {
    self.word = word
    let rank = { (byte: UInt8) in Self.frequent.firstIndex(of: byte) ?? Self.frequent.count }
    key = word.indices.max { rank(word[$0]) < rank(word[$1]) } ?? 0
    rarity = word.isEmpty ? 0 : rank(word[key]) + 4 * word.count
  }

  /// The offset of the first occurrence that lies between two offsets; `nil` if there is none, or if
  /// the word is empty.
  package func first(
    in texts: UnsafeBufferPointer<UInt8>,
    from start: Int,
    to end: Int
  ) -> Int? {
    guard !word.isEmpty, let base = texts.baseAddress else { return nil }
    let byte = Int32(word[key])
    var offset = start + key
    let last = end - word.count + key
    while offset <= last, let found = memchr(base + offset, byte, last - offset + 1) {
      let hit = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if memcmp(base + (hit - key), word, word.count) == 0 { return hit - key }
      offset = hit + 1
    }
    return nil
  }
}
