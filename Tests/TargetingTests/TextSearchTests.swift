import Testing

@testable import Targeting

/// Tests the search for a substring.
struct TextSearchTests {
  @Test(arguments: [
    ("", "", true), ("", "a", false), ("a", "", true), ("abc", "abc", true), ("abc", "abcd", false),
    ("xxabc", "abc", true), ("ababac", "abac", true), ("abab", "abac", false),
    ("a\0b", "\0b", true), ("a\0b", "\0c", false), ("\0\0ab", "ab", true), ("ab", "\0", false),
    ("caf\u{E9}", "e\u{301}", false), ("e\u{301}x", "e", true),
  ])
  func `a text search compares bytes, including null characters`(
    text: String,
    part: String,
    isFound: Bool
  ) {
    #expect(text.has(part, at: .anywhere) == isFound)
  }
}
