/// Case folding for search: UTF-8 bytes in lower case.
package enum FoldedText {
  /// The folded bytes of a text.
  package static func bytes(of text: String) -> [UInt8] {
    var result: [UInt8] = []
    append(text, to: &result)
    return result
  }

  /// Appends the folded bytes of a text.
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

  /// The folded words of a query, which must all match.
  package static func words(of query: String) -> [[UInt8]] {
    bytes(of: query).split(separator: 0x20).map(Array.init)
  }
}
