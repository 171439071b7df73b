import Documents
import Testing

@testable import FeatureFlags

struct ByteSearchTests {
  @Test(arguments: [
    ("", "", true), ("", "a", false), ("a", "", true), ("abc", "abc", true), ("abc", "abcd", false),
    ("xxabc", "abc", true), ("ababac", "abac", true), ("abab", "abac", false), ("aaaa", "b", false),
  ])
  func `a byte sequence is found at every position of a text`(
    text: String,
    part: String,
    isFound: Bool
  ) {
    #expect(Array(text.utf8).contains(text: part) == isFound)
  }
}
