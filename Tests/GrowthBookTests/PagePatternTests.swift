import Testing

@testable import GrowthBook

/// Tests the URL patterns of the pages on which an experiment runs.
struct PagePatternTests {
  @Test(
    arguments: [
      ("/cart", "https://a.example/cart", true), ("/cart", "https://a.example/cart/", true),
      ("/cart", "https://a.example/CART?x=1#y", true), ("/cart", "https://a.example/cart/2", false),
      ("/cart/*", "https://a.example/cart/2", true), ("*", "https://a.example/x/y", true),
      ("/", "https://a.example", true), ("/", "", true),
      ("https://a.example/cart", "https://a.example/cart", true),
      ("https://a.example/cart", "https://b.example/cart", false),
      ("*.example/cart", "https://a.example/cart", true),
      ("a.example/cart", "https://a.example/cart", true),
      ("https://*.example/*", "https://a.example/cart", true),
      ("/cart?step=2", "https://a.example/cart?x=1&step=2", true),
      ("/cart?step=2", "https://a.example/cart?step=3", false),
      ("/cart#top", "https://a.example/cart#top", true),
      ("/cart#top", "https://a.example/cart", false), ("/a.c", "https://a.example/abc", false),
    ]
  )
  func `a simple page pattern compares host, path, parameters and fragment`(
    pattern: String,
    url: String,
    isMatch: Bool
  ) {
    #expect(PagePattern(type: "simple", pattern).matches(PageAddress(url)) == isMatch)
  }

  @Test(
    arguments: [
      ("^https://a\\.", "https://a.example/cart", true),
      ("^/cart$", "https://a.example/cart", true),
      ("^/cart$", "https://a.example/cart?x", false), ("(", "https://a.example/(", false),
    ]
  )
  func `a regular expression is searched in the whole URL, and in the URL without its host`(
    pattern: String,
    url: String,
    isMatch: Bool
  ) {
    #expect(PagePattern(type: "regex", pattern).matches(PageAddress(url)) == isMatch)
    #expect(!PagePattern(type: "new", pattern).matches(PageAddress(url)))
  }
}
