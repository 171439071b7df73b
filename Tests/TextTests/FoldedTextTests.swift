import Testing
import Text

/// Tests folding text for searches that ignore letter case and diacritics.
struct FoldedTextTests {
  @Test(arguments: [
    ("Über", "uber"), ("u\u{308}BER", "uber"), ("Ångström", "angstrom"),
    ("Tiếng Việt", "tieng viet"),
    ("Łódź", "lodz"), ("smørrebrød", "smorrebrod"), ("2×3÷4", "2×3÷4"), ("おすすめ", "おすすめ"),
    ("Weiß", "weiss"), ("GRÖẞE", "grosse"), ("Ærø", "aero"), ("Đà", "da"),
    ("ПРИВЕТ", "привет"), ("plain", "plain"), ("", ""),
  ])
  func `folded text is lowercase and has no diacritics`(text: String, expected: String) {
    #expect(FoldedText.bytes(of: text) == Array(expected.utf8))
  }

  @Test func `a word without diacritics matches the letters with diacritics`() {
    let matches = DisplayText("zum Über").matches(of: FoldedText.words(of: "uber"))
    #expect(matches == [false, false, false, false, true, true, true, true])
  }
}
