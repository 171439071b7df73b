import Glibc

extension [UInt8] {
  /// Whether both arrays have the same bytes; uses `memcmp`, which compares several bytes at once.
  package func isEqual(to other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { others in
        guard let first = bytes.baseAddress, let second = others.baseAddress else { return true }
        return first == second || memcmp(first, second, bytes.count) == 0
      }
    }
  }

  /// Whether the bytes contain the UTF-8 bytes of the text.
  package func contains(text: String) -> Bool {
    guard !text.isEmpty else { return true }
    return withUnsafeBufferPointer { bytes in
      ByteSearch(Array(text.utf8)).first(in: bytes, from: 0, to: count) != nil
    }
  }

  /// Searches for the name of a member, in double, single or no quotes, with a colon after it.
  ///
  /// The search is much faster than parsing, and rules out most documents of other formats.
  ///
  /// - Parameters:
  ///   - name: The name of the member.
  ///   - isObject: Whether the value of the member has to be an object.
  /// - Returns: Whether the bytes may have the member; the search also finds a member of JSON inside of
  ///   a string.
  package func containsMember(_ name: String, isObject: Bool = false) -> Bool {
    let search = ByteSearch(Array(name.utf8))
    return withUnsafeBufferPointer { bytes in
      var start = 0
      while let offset = search.first(in: bytes, from: start, to: count) {
        start = offset + search.word.count
        let isWord = offset == 0 || !bytes[offset - 1].isWordPart
        if isWord, Self.isMember(endingAt: start, of: bytes, isObject: isObject) { return true }
      }
      return false
    }
  }

  /// Whether a colon follows a name, and then a brace if the value has to be an object.
  ///
  /// A comment after the name counts as a match, because comments are not parsed here.
  private static func isMember(
    endingAt end: Int,
    of bytes: UnsafeBufferPointer<UInt8>,
    isObject: Bool
  ) -> Bool {
    let isSpace = { (byte: UInt8) in byte.isLineEnd || byte == 0x20 || byte == 0x09 }
    var index = end
    if index < bytes.count, "\"'".utf8.contains(bytes[index]) { index += 1 }
    for expected in isObject ? ":{".utf8 : ":".utf8 {
      while index < bytes.count, isSpace(bytes[index]) { index += 1 }
      guard index < bytes.count else { return false }
      if bytes[index] == UInt8(ascii: "/") { return true }
      guard bytes[index] == expected else { return false }
      index += 1
    }
    return true
  }
}

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
