import Testing

@testable import Text

/// Tests the text of names, in which line ends and outer spaces are visible.
struct VisibleNameTests {
  @Test(arguments: [
    ("New Cart", "New Cart"), (" New Cart", "␣New Cart"), ("New Cart  ", "New Cart␣␣"),
    ("New\nCart", "New␊Cart"), ("New\r\nCart", "New␍␊Cart"), ("New\tCart", "New␉Cart"),
    ("a\u{2028}b", "a␤b"), ("\u{A0}a", "␣a"), ("  ", "␣␣"), ("", ""), ("é ü", "é ü"),
    ("商品 ", "商品␣"),
  ])
  func `line breaks and tabs in a name, and spaces at its ends, are shown as symbols`(
    name: String,
    expected: String
  ) {
    #expect(name.visible == expected)
    #expect(DisplayText(name.visible).text == expected)
  }
}
