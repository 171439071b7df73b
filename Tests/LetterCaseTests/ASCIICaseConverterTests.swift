import TestSupport
import Testing

@testable import LetterCase

struct ASCIICaseConverterTests {
  private static let separators: [Character?] = [nil, " ", "-", "_", "a", "B", "\t"]

  /// Random ASCII text with many letters, separators and line ends.
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
  func `converting ASCII text by bytes has the same result as by grapheme clusters`(
    letterCase: LetterCase,
    options: Int
  ) throws {
    var generator = SeededGenerator(seed: UInt64(options))
    let converter = CaseConverter(letterCase: letterCase, options: .init(rawValue: options))
    for separator in Self.separators {
      let bytes = try #require(ASCIICaseConverter(converter, separatedBy: separator))
      for _ in 0..<1_000 {
        let text = Self.text(using: &generator)
        let expected = converter.convertUnicode(text, separatedBy: separator)
        guard bytes.convert(text).map({ Array($0.utf8) }) == Array(expected.utf8) else {
          Issue.record("\(text.debugDescription), separator \(separator.debugDescription)")
          return
        }
      }
    }
  }

  @Test(arguments: [nil, " ", "-", "_"] as [Character?])
  func `splitting an ASCII key by bytes finds the same leading one-letter words as by characters`(
    separator: Character?
  ) {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let key = Self.text(using: &generator)
      let expected = KeyHead(unicode: key, separator)
      let head = KeyHead(key, separatedBy: separator)
      #expect(head.singleLetters == expected.singleLetters, "\(key.debugDescription)")
      #expect(head.hasMoreWords == expected.hasMoreWords, "\(key.debugDescription)")
    }
  }

  @Test(arguments: ["straße", "e\u{301}", "\u{80}", "plain ascii and é"])
  func `text with characters outside ASCII is not converted by bytes`(_ text: String) throws {
    let converter = CaseConverter(letterCase: .snake, options: [])
    #expect(try #require(ASCIICaseConverter(converter, separatedBy: " ")).convert(text) == nil)
    #expect(text.letterCase(.snake) == converter.convertUnicode(text, separatedBy: " "))
  }

  @Test(arguments: ["\n", "\r", "\r\n", "é", "👍"] as [Character])
  func `a separator other than one ASCII byte is not supported by the byte converter`(
    separator: Character
  ) {
    let converter = CaseConverter(letterCase: .snake, options: [])
    #expect(ASCIICaseConverter(converter, separatedBy: separator) == nil)
    #expect("a\(separator)b".snakeCased(separator: separator) == "a_b")
  }
}
