import Documents
import Testing

@testable import FeatureFlags

struct ByteSearchTests {
  @Test(arguments: [
    ("", "", true), ("", "a", false), ("a", "", true), ("abc", "abc", true), ("abc", "abcd", false),
    ("xxabc", "abc", true), ("ababac", "abac", true), ("abab", "abac", false), ("aaaa", "b", false),
  ])
  func `a text is found at every position`(text: String, wanted: String, isThere: Bool) {
    #expect(Array(text.utf8).contains(text: wanted) == isThere)
  }
}
