import Testing
import Text

/// Tests the conversion of untrusted text into text that is safe for a terminal.
struct DisplayTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("a\u{1B}[31mb", "a␛[31mb"), ("a\u{7}b", "a␇b"),
    ("a\u{0}b\u{7F}", "a␀b␡"), ("a\u{9B}b", "a\u{FFFD}b"), ("a\tb\nc\r\nd", "a b c d"),
    ("a\u{2028}b\u{85}c", "a b c"), ("a\u{A0}b", "a b"), ("a\u{3000}b", "a  b"),
    ("e\u{301}\u{302}\u{303}\u{304}\u{305}", "e\u{301}\u{302}\u{303}"),
    ("\u{301}", "\u{25CC}\u{301}"),
    ("👨‍👩‍👧‍👦", "👨"), ("👍🏽", "👍"), ("⚠️", "⚠"), ("🇩🇪", "🇩🇪"), ("1️⃣", "1\u{20E3}"),
    ("\u{1FADF}", "\u{1FADF}"), ("\u{1FAE9}", "\u{1FAE9}"), ("\u{1FAF9}", "\u{FFFD}"),
    ("\u{E0001}", "\u{FFFD}"), ("\u{FFFF}", "\u{FFFD}"),
    ("漢字", "漢字"), ("한국어", "한국어"),
  ])
  func `characters that are unsafe for a terminal are replaced`(
    text: String,
    expected: String
  ) {
    #expect(DisplayText(text).text.unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test(arguments: [
    ("https://example.test/a/b.html", 29, "https://example.test/a/b.html"),
    ("https://example.test/a/b.html", 12, "https…b.html"), ("漢字漢字漢字", 7, "漢…漢字"), ("ab", 1, "…"),
    ("ab", 0, ""), ("ab", -1, ""), ("", 3, ""),
  ])
  func `a text that is too wide is truncated in the middle`(
    text: String,
    columns: Int,
    expected: String
  ) {
    #expect(DisplayText(text, fittedTo: columns).text == expected)
    let long = text + String(repeating: "-", count: 100_000) + text
    let shown = DisplayText(long, fittedTo: max(columns, 0))
    #expect(shown.width <= max(columns, 0) && (columns < 2 || shown.text.hasSuffix(text.suffix(1))))
  }

  @Test(arguments: [
    "\u{200B}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{FEFF}",
    "\u{AD}", "\u{61C}", "\u{180E}", "\u{2060}",
  ])
  func `invisible characters are replaced by visible symbols`(mark: String) {
    for text in [mark, "a\(mark)b", "\(mark)b", "a\(mark)"] {
      let shown = DisplayText(text)
      #expect(!shown.text.unicodeScalars.contains { mark.unicodeScalars.contains($0) })
      #expect(shown.width == text.unicodeScalars.count)
    }
  }

  @Test(arguments: [
    ("plain", 5), ("漢字", 4), ("한국어", 6), ("ｆｕｌｌ", 8), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇩🇪", 2), ("⚠️", 1),
    ("e\u{301}", 1), ("का", 2), ("▣◐⚑⚙⊘◆▲●○", 9), ("\u{1B}", 1), ("✅⚡", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{1F6DC}", 2), ("\u{1FAE8}", 2), ("\u{1FAE9}", 2),
    ("\u{1FAEA}", 2), ("\u{1F6D8}", 2), ("\u{1FAE8}\u{1F3FD}", 2),
  ])
  func `the width of a text is the number of terminal columns of its characters`(
    text: String,
    expected: Int
  ) {
    #expect(DisplayText(text).width == expected)
  }

  @Test func `a Unicode scalar is displayed alone as it is between wide characters`() {
    for value in UInt32(0)..<0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let alone = DisplayText(String(scalar))
      let among = DisplayText("漢" + String(scalar) + "字")
      // A combining mark has a base of its own only when it is alone.
      guard among.clusters.count == 2 + alone.clusters.count else { continue }
      let middle = Array(among.clusters.dropFirst().dropLast())
      #expect(middle == alone.clusters, "U+\(String(value, radix: 16))")
    }
  }

  @Test func `no scalar that could move the cursor is part of a display text`() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = DisplayText(String(scalar))
      let isSafe = text.text.unicodeScalars.allSatisfy { shown in
        switch shown.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: true
        }
      }
      let isWholeNumberOfCells = (1...2).contains(text.width)
      guard isSafe, isWholeNumberOfCells else {
        Issue.record("U+\(String(value, radix: 16)) is shown as \(text.clusters)")
        return
      }
    }
  }

  @Test(arguments: [
    (10, "plain 漢字"), (9, "plain 漢…"), (8, "plain …"), (7, "plain …"), (6, "plain…"), (1, "…"),
    (0, ""),
  ])
  func `long text is truncated between grapheme clusters`(columns: Int, expected: String) {
    let text = DisplayText("plain 漢字").truncated(to: columns)
    #expect(text.text == expected)
    #expect(text.width <= columns)
  }

  @Test func `padded text has exactly the given width`() {
    for columns in 0...12 {
      #expect(DisplayText("plain 漢字").padded(to: columns).width == columns)
    }
  }

  @Test func `lines are wrapped between words, and within a word that is longer than a line`() {
    let lines = DisplayText("one two threefourfive 漢字漢字").wrapped(to: 7).map(\.text)
    #expect(lines == ["one two", "threefo", "urfive", "漢字漢", "字"])
  }

  @Test func `no wrapped line exceeds the width or begins with a space`() {
    let text = DisplayText(String(repeating: "word 漢字 longerword ", count: 10))
    for columns in 2...40 {
      for line in text.wrapped(to: columns) {
        #expect(line.width <= columns)
        #expect(!line.text.hasPrefix(" "))
      }
    }
  }
}
