import LetterCase
import TestSupport
import Testing

@Suite(.tags(.timed))
struct RoundTripTests {
  /// The letter cases whose output can be split into words again.
  static let wordCases = LetterCase.all.filter { $0 != .regular }

  @Test func `a hundred thousand identifiers survive a round trip through another case`() {
    var generator = SeededGenerator(seed: 20)
    for _ in 0..<100_000 {
      let words = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        Self.word(using: &generator)
      }
      let from = Self.wordCases.randomElement(using: &generator) ?? .kebab
      let other = Self.wordCases.randomElement(using: &generator) ?? .snake
      let identifier = Self.identifier(of: words, in: from)
      let there = identifier.convert(from: from, to: other)
      let back = there.convert(from: other, to: from)
      guard there == Self.identifier(of: words, in: other), back == identifier else {
        Issue.record("\(identifier) in \(from) is \(there) in \(other), and then \(back)")
        return
      }
    }
  }

  @Test(arguments: ["userID", "travelsOn", "user2Name", "v1Beta2", "aB", "iOSVersion", "x"])
  func `a name in lower camel case survives a round trip`(_ name: String) {
    for other in Self.wordCases {
      let there = name.convert(from: .lowerCamel, to: other)
      #expect(there.convert(from: other, to: .lowerCamel) == name, "\(there)")
    }
  }

  @Test(arguments: ["URL", "ID", "XMLHttpRequest", "TravelsOn", "IPv4Address"])
  func `a name in upper camel case survives a round trip`(_ name: String) {
    for other in Self.wordCases {
      let there = name.convert(from: .upperCamel, to: other)
      #expect(there.convert(from: other, to: .upperCamel) == name, "\(there)")
    }
  }

  @Test(arguments: wordCases)
  func `the duration of a conversion grows linearly with the size of the text`(
    _ letterCase: LetterCase
  ) {
    let short = String(repeating: "theQuick brown-fox_", count: 2_000)
    let long = String(repeating: short, count: 10)
    let quick = Self.shortestTime { _ = short.convert(from: .lowerCamel, to: letterCase) }
    let slow = Self.shortestTime { _ = long.convert(from: .lowerCamel, to: letterCase) }
    // Ten times the text needs about 10 times as long in linear time, and 100 times in quadratic.
    #expect(slow < quick * 40)
  }

  @Test func `a text of one megabyte without word boundaries or without words is converted`() {
    let word = String(repeating: "a", count: 1_000_000)
    #expect(word.letterCase(.macro).utf8.count == 1_000_000)
    let capitals = String(repeating: "A", count: 1_000_000)
    #expect(capitals.convert(from: .upperCamel, to: .snake).utf8.count == 1_999_999)
    let dashes = String(repeating: "-", count: 1_000_000)
    #expect(dashes.convert(from: .kebab, to: .upperCamel) == "")
  }

  /// A random word: a lowercase letter, followed by lowercase letters and digits.
  private static func word(using generator: inout SeededGenerator) -> String {
    let letters: [String] = [
      "a", "b", "i", "k", "z", "é", "e\u{301}", "ü", "ø", "б", "ж", "щ", "α", "λ", "ω", "ա",
    ]
    let digits = ["0", "7", "42"]
    let count = Int.random(in: 0...5, using: &generator)
    let tail = (0..<count).compactMap { _ in (letters + digits).randomElement(using: &generator) }
    return (letters.randomElement(using: &generator) ?? "a") + tail.joined()
  }

  private static func identifier(of words: [String], in letterCase: LetterCase) -> String {
    let capitals = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return switch letterCase {
    case .regular, .lower: words.joined(separator: " ")
    case .capitalized: capitals.joined(separator: " ")
    case .upper: words.joined(separator: " ").uppercased()
    case .kebab: words.joined(separator: "-")
    case .train: words.joined(separator: "-").uppercased()
    case .snake: words.joined(separator: "_")
    case .macro: words.joined(separator: "_").uppercased()
    case .upperCamel: capitals.joined()
    case .lowerCamel: (words.prefix(1) + capitals.dropFirst()).joined()
    }
  }

  private static func shortestTime(of work: () -> Void) -> Duration {
    (0..<3).map { _ in threadTime(work) }.min() ?? .zero
  }
}
