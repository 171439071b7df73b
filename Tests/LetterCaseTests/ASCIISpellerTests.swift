import TestSupport
import Testing

@testable import LetterCase

struct ASCIISpellerTests {
  private static let separators: [Character?] = [nil, " ", "-", "_", "a", "B", "\t"]

  /// ASCII text of all kinds of bytes, with many letters, separators and line ends.
  private static func text(using generator: inout SeededGenerator) -> String {
    let common = Array("abcxyzABCXYZ019 -_'.\r\n".utf8)
    let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
      Int.random(in: 0..<8, using: &generator) == 0
        ? UInt8.random(in: 0..<0x80, using: &generator)
        : common[Int.random(in: 0..<common.count, using: &generator)]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: LetterCase.all, 0..<8)
  func `ASCII text is converted by bytes as by grapheme clusters`(
    letterCase: LetterCase,
    options: Int
  ) throws {
    var generator = SeededGenerator(seed: UInt64(options))
    let speller = Speller(letterCase: letterCase, options: .init(rawValue: options))
    for separator in Self.separators {
      let bytes = try #require(ASCIISpeller(speller, separatedBy: separator))
      for _ in 0..<1_000 {
        let text = Self.text(using: &generator)
        let expected = speller.spellUnicode(text, separatedBy: separator)
        guard bytes.spell(text).map({ Array($0.utf8) }) == Array(expected.utf8) else {
          Issue.record("\(text.debugDescription), separator \(separator.debugDescription)")
          return
        }
      }
    }
  }

  @Test(arguments: [nil, " ", "-", "_"] as [Character?])
  func `an ASCII key has the same head by bytes as by grapheme clusters`(separator: Character?) {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let key = Self.text(using: &generator)
      let expected = KeyHead(unicode: key, separator)
      let head = KeyHead(key, separatedBy: separator)
      #expect(head.loneLetters == expected.loneLetters, "\(key.debugDescription)")
      #expect(head.hasMoreWords == expected.hasMoreWords, "\(key.debugDescription)")
    }
  }

  @Test(arguments: ["straße", "e\u{301}", "\u{80}", "plain ascii and é"])
  func `text beyond ASCII is left to the conversion by grapheme clusters`(_ text: String) throws {
    let speller = Speller(letterCase: .snake, options: [])
    #expect(try #require(ASCIISpeller(speller, separatedBy: " ")).spell(text) == nil)
    #expect(text.letterCase(.snake) == speller.spellUnicode(text, separatedBy: " "))
  }

  @Test(arguments: ["\n", "\r", "\r\n", "é", "👍"] as [Character])
  func `a separator that is no single byte splits by grapheme clusters`(separator: Character) {
    let speller = Speller(letterCase: .snake, options: [])
    #expect(ASCIISpeller(speller, separatedBy: separator) == nil)
    #expect("a\(separator)b".snakeCased(separator: separator) == "a_b")
  }
}
