import Documents
import Testing

@testable import FeatureFlags

struct NameSuggestionsTests {
  @Test(arguments: [
    ("crat", ["Cart"]), ("Card", ["Cards", "Cart"]), ("cartx", ["Cart"]), ("zzzz", []),
    ("CART", ["Cart"]), ("", []), ("Chekcout page", ["Checkout page"]),
  ])
  func `the nearest names are suggested first, in any letter case`(word: String, expected: [String])
  {
    let names = ["Cart", "Layout", "Cards", "Checkout page", "Gold theme"]
    #expect(NameSuggestions.nearest(to: word, among: names) == expected)
  }

  @Test func `at most three similar names are suggested for a misspelled one`() {
    let names = (0..<10).map { "Feature \($0)" }
    #expect(
      NameSuggestions.nearest(to: "Feature", among: names) == [
        "Feature 0", "Feature 1", "Feature 2",
      ]
    )
  }

  @Test(arguments: [
    ("gift", ["gift_wrap", "new_gift_card"]), ("wrap gift", ["gift_wrap"]), ("crat", ["cart"]),
    ("GIFT card", ["new_gift_card"]), ("gfit", ["new_gift_card"]), ("zz", []), ("", []), ("g", []),
  ])
  func `a text suggests names that contain its words, or else names with similar words`(
    word: String,
    expected: [String]
  ) {
    let names = ["new_gift_card", "gift_wrap", "cart"]
    #expect(NameSuggestions.suggestions(for: word, among: names) == expected)
    #expect(NameSuggestions.nearest(to: "gift", among: names).isEmpty)
  }
}
