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

/// The base letters of Latin letters with diacritics, so that a search for "uber" finds "Über".
///
/// The standard library has no public decomposition of characters, and Foundation would enlarge the
/// program.
enum BaseLetter {
  /// The base letters of U+00C0 to U+024F; a full stop stands for a character without a base letter.
  private static let latin = Array(
    ("aaaaaa.ceeeeiiii.nooooo.ouuuuy..aaaaaa.ceeeeiiii.nooooo.ouuuuy.yaaaaaaccccccccdd"
      + "ddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkk.llllll..llnnnnnn...oooooo..rrrrrrssssss"
      + "ssttttttuuuuuuuuuuuuwwyyyzzzzzz.................................oo.............u"
      + "u............................aaiioouuuuuuuuuu.aaaa....ggkkoooo..j...gg..nnaa...."
      + "aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy............................").utf8
  )

  /// The base letters of U+1E00 to U+1EFF, mostly letters of Vietnamese with two diacritics.
  private static let additional = Array(
    ("aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooo"
      + "oooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy......"
      + "aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuu"
      + "uuyyyyyyyy......").utf8
  )

  /// The ASCII letters that replace a lowercase letter without a decomposition, such as `ss` for `ß`.
  static let expansions: [Unicode.Scalar: [UInt8]] = [
    "ß": Array("ss".utf8), "æ": Array("ae".utf8), "ø": Array("o".utf8), "ł": Array("l".utf8),
    "đ": Array("d".utf8),
  ]

  /// The lowercase base letter of a character, as an ASCII byte; `nil` if there is none.
  static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    let letter: UInt8
    switch scalar.value {
    case 0xC0...0x24F: letter = latin[Int(scalar.value - 0xC0)]
    case 0x1E00...0x1EFF: letter = additional[Int(scalar.value - 0x1E00)]
    case _: return nil
    }
    return letter == UInt8(ascii: ".") ? nil : letter
  }

  /// Whether the character is a combining diacritic, as in decomposed text.
  static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
    (0x300...0x36F).contains(scalar.value)
  }
}
