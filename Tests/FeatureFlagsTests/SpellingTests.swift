import Testing

@testable import FeatureFlags

struct SpellingTests {
  @Test(arguments: [
    ("crat", ["Cart"]), ("Card", ["Cards", "Cart"]), ("cartx", ["Cart"]), ("zzzz", []),
    ("CART", ["Cart"]), ("", []), ("Chekcout page", ["Checkout page"]),
  ])
  func `the nearest names are suggested first, in any letter case`(word: String, expected: [String])
  {
    let names = ["Cart", "Layout", "Cards", "Checkout page", "Gold theme"]
    #expect(Spelling.nearest(to: word, among: names) == expected)
  }

  @Test func `at most three similar names are suggested for a misspelled one`() {
    let names = (0..<10).map { "Feature \($0)" }
    #expect(
      Spelling.nearest(to: "Feature", among: names) == ["Feature 0", "Feature 1", "Feature 2"]
    )
  }
}
