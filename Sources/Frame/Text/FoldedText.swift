/// Folds the case of text for search; the result is lowercase UTF-8.
package enum FoldedText {
  /// Returns the UTF-8 bytes of the lowercase text.
  package static func bytes(of text: String) -> [UInt8] {
    var result: [UInt8] = []
    append(text, to: &result)
    return result
  }

  /// Appends the UTF-8 bytes of the lowercase text.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    let start = bytes.count
    for byte in text.utf8 {
      guard byte < 0x80 else {
        bytes.removeSubrange(start...)
        bytes.append(contentsOf: text.lowercased().utf8)
        return
      }
      bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
  }

  /// Splits a search query at spaces into folded words; a match must contain all of them.
  package static func words(of query: String) -> [[UInt8]] {
    bytes(of: query).split(separator: 0x20).map(Array.init)
  }
}
