import Testing
import Text

/// Tests the helpers that truncate, pad and count text.
struct TextTests {
  @Test(arguments: [(0, "0 problems"), (1, "1 problem"), (2, "2 problems")])
  func `a count has its noun in the plural unless the count is 1`(number: Int, expected: String) {
    #expect(Number.count(number, "problem") == expected)
  }

  @Test func `a count uses the given irregular plural`() {
    #expect(Number.count(1, "match", plural: "matches") == "1 match")
    #expect(Number.count(3, "match", plural: "matches") == "3 matches")
  }

  @Test(arguments: [("", ""), ("  ", ""), (" a b\t\n", "a b"), ("a", "a")])
  func `trimming removes white space at both ends only`(text: String, expected: String) {
    #expect(text.trimmed == expected)
    #expect(text[...].trimmed == expected)
  }

  @Test func `padding never shortens a text`() {
    #expect("12".leftPadded(to: 4) == "  12")
    #expect("12".rightPadded(to: 4) == "12  ")
    #expect("12345".leftPadded(to: 4) == "12345")
    #expect("12345".rightPadded(to: 4) == "12345")
  }

  @Test(arguments: [(-3, ""), (0, ""), (1, "…"), (3, "漢…"), (4, "漢字"), (9, "漢字")])
  func `a shortened text fits into the given number of columns`(columns: Int, expected: String) {
    #expect("漢字".shortened(to: columns) == expected)
  }
}
