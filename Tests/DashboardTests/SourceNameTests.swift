import Testing
import Text

@testable import Dashboard

/// Tests the shortened name of a source.
struct SourceNameTests {
  @Test(arguments: [
    ("http://127.0.0.1:8080/features.json", "127.0.0.1:8080/features.json", "127.0…s.json"),
    ("http://127.0.0.1", "127.0.0.1", "127.0.0.1"),
    ("https://flags.example.test/", "flags.example.test", "flags…e.test"),
    ("https://ana:secret@h.test/a/b/c.json?d=e#f", "h.test/…/c.json", "h.tes…c.json"),
    ("ftp://", "", ""),
    ("features of the shop.json", "features of the shop.json", "features of…"),
    ("optimizely:KEY", "optimizely:KEY", "optimizely:…"),
    ("/srv/flags/shop.json", "/srv/flags/shop.json", "…/shop.json"),
    ("a/very-long-name.json", "a/very-long-name.json", "…/ver…e.json"),
  ])
  func `a URL is shortened to its host and file name, and a path to its file name`(
    source: String,
    short: String,
    shortest: String
  ) {
    let name = SourceName(source)
    #expect(name.whole.text == source)
    #expect(name.short.text == short)
    #expect(name.short(to: 12).text == shortest)
  }

  @Test func `truncation in the middle of a text counts wide characters as two columns`() {
    let text = DisplayText("おすすめ商品の一覧")
    #expect(text.truncatedInMiddle(to: 18) == text)
    for columns in 1..<18 {
      #expect((columns - 1...columns).contains(text.truncatedInMiddle(to: columns).width))
    }
    #expect(text.truncatedInMiddle(to: 9).text == "おす…一覧")
  }
}
