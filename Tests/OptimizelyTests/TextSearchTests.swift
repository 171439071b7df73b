import Targeting
import TestSupport
import Testing

/// Tests the substring search of conditions.
@Suite(.tags(.timed))
struct TextSearchTests {
  @Test(arguments: ["a", "é"])
  func `the time of a search grows linearly with the text`(letter: String) throws {
    // At each position the text matches the pattern except for the last letter: the worst case of a
    // naive search.
    func search(_ size: Int) -> Duration {
      let text = String(repeating: letter, count: size * 2)
      let part = String(repeating: letter, count: size) + "b"
      return threadTime { #expect(!text.containsText(part)) }
    }
    let times = [12_500, 25_000, 50_000].map(search)
    #expect(times[2] < max(times[0] * 9, .milliseconds(100)), "\(times)")
    #expect(times[2] < .seconds(5))
  }

  @Test func `the search finds a text if and only if the standard library finds it`() {
    var random = SeededGenerator(seed: 7)
    let letters = ["a", "b", "é", "e\u{301}", "e", "\u{301}", "\r\n", "\n", "👩‍👩‍👧"]
    func text(upTo count: Int, _ letters: [String]) -> String {
      (0..<Int.random(in: 0...count, using: &random)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &random)]
      }.joined()
    }
    for _ in 0..<2_000 {
      let letters = Bool.random(using: &random) ? Array(letters.prefix(2)) : letters
      let (whole, part) = (text(upTo: 12, letters), text(upTo: 4, letters))
      let isASCII = (whole + part).utf8.allSatisfy { $0 < 0x80 }
      let isFound =
        isASCII ? Array(whole.utf8).contains(Array(part.utf8)) : whole.contains(part)
      #expect(whole.containsText(part) == isFound, "\(whole) \(part)")
    }
  }
}
