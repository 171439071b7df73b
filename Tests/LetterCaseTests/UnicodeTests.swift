import LetterCase
import Testing

struct UnicodeTests {
  @Test(arguments: [
    ("ßeta test", LetterCase.upperCamel, "SsetaTest"),
    ("ǆep ǆep", .capitalized, "ǅep ǅep"),
    ("ǆep ǆep", .macro, "ǄEP_ǄEP"),
    ("ﬁne day", .upperCamel, "FineDay"),
    ("e\u{301}clair", .capitalized, "\u{C9}clair"),
    ("ΟΔΟΣ ΣΟΦΙΑΣ.", .lower, "οδος σοφιας."),
    ("ΟΔΟΣ ΣΟΦΙΑΣ", .kebab, "οδος-σοφιας"),
    ("ΟΔΟΣ Σ", .lowerCamel, "οδοςΣ"),
    ("日本 語", .snake, "日本_語"),
    ("हिन्दी भाषा", .kebab, "हिन्दी-भाषा"),
    ("red 🟥 flag", .capitalized, "Red 🟥 Flag"),
    ("(quick) fox", .upperCamel, "QuickFox"),
  ])
  func `letters outside ASCII are converted by the case mappings of Unicode`(
    _ input: String,
    _ letterCase: LetterCase,
    _ result: String
  ) {
    #expect(input.letterCase(letterCase) == result)
  }

  @Test func `a titlecase letter begins a word`() {
    #expect("dobarǅepJe".convert(from: .lowerCamel, to: .kebab) == "dobar-ǆep-je")
    #expect("dobar-ǆep-je".convert(from: .kebab, to: .lowerCamel) == "dobarǅepJe")
  }

  @Test func `a final sigma survives a round trip through uppercase`() {
    let name = "οδοςΣοφιας"
    let macro = name.convert(from: .lowerCamel, to: .macro)
    #expect(macro == "ΟΔΟΣ_ΣΟΦΙΑΣ")
    #expect(macro.convert(from: .macro, to: .lowerCamel) == name)
  }
}
