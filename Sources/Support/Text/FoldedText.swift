/// Folds text for a search that ignores letter case and diacritics; the result is lowercase UTF-8.
package enum FoldedText {
  /// Returns the UTF-8 bytes of the lowercase text without diacritics.
  package static func bytes(of text: String) -> [UInt8] {
    var result: [UInt8] = []
    append(text, to: &result)
    return result
  }

  /// Appends the UTF-8 bytes of the lowercase text without diacritics.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    let start = bytes.count
    for byte in text.utf8 {
      guard byte < 0x80 else {
        bytes.removeSubrange(start...)
        appendUnicode(text, to: &bytes)
        return
      }
      bytes.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
  }

  private static func appendUnicode(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text.lowercased().unicodeScalars {
      if scalar.isASCII {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else if let letters = BaseLetter.expansions[scalar] {
        bytes.append(contentsOf: letters)
      } else if let letter = BaseLetter.byte(of: scalar) {
        bytes.append(letter)
      } else if !BaseLetter.isDiacritic(scalar) {
        bytes.append(contentsOf: String(Character(scalar)).utf8)
      }
    }
  }

  /// Splits a search query at spaces into folded words; a match must contain all of them.
  package static func words(of query: String) -> [[UInt8]] {
    bytes(of: query).split(separator: 0x20).map(Array.init)
  }
}
