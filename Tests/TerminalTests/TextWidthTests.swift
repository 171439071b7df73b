import Frame
import TestSupport
import Testing

@testable import Terminal

/// Tests that the width of a text is the number of columns by which a terminal (tmux) moves its cursor.
@Suite(.timeLimit(.minutes(2))) struct TextWidthTests {
  /// Texts for which terminals and libraries disagree most.
  ///
  /// The emoji of Unicode 15 and later are not among them: tmux has the width of the C library, which may be
  /// older.
  private static let samples = [
    "a", "é", "e\u{301}", "n\u{303}\u{323}", "日本", "한국", "\u{1112}\u{1161}\u{11AB}", "ｱｲ", "ﾊﾟ", "Ａ",
    "👍", "👍🏽", "👨‍👩‍👧‍👦", "🧑🏿‍💻", "🏳️‍🌈", "🏴‍☠️", "🏴\u{E0067}\u{E0062}\u{E007F}", "🇩🇪", "🇩", "🇩🇪🇫🇷",
    "⚠", "⚠\u{FE0F}", "⚠\u{FE0E}", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}", "#\u{20E3}", "☎\u{FE0E}", "⌚",
    "⏰", "▶\u{FE0F}", "ℹ\u{FE0F}", "©\u{FE0F}", "नि", "क्षि", "ไทย", "กำ", "עִבְרִית", "العَرَبِيَّة", "ﷺ",
    "தமிழ்", "ខ្មែរ",
    "𝒜𝓑", "🀄", "〰\u{FE0F}", "㊗\u{FE0F}", "①", "◆◈▲▪", "★☆", "─│╭╮", "█▁▂", "⠋⠙", "…—‖", "\u{200B}",
    "\u{200D}", "\u{202E}x", "\u{2066}x\u{2069}", "\u{FEFF}", "\t", "\u{7}", "\u{1B}[31m",
    "\u{9B}1m", "\u{AD}",
    "\u{300}", "\u{20DD}", "\u{1FAF9}", "\u{1FFFF}", "\u{E000}", "\u{F0000}", "\u{10FFFF}",
    "\u{FFFE}", "\u{2028}",
    "\u{3000}", "\u{A0}", "\u{2003}", "\u{115F}", "\u{3164}", "\u{FFA0}", "⁉\u{FE0F}", "🫶🏻", "🤌",
    "🫶", "㋿",
  ]

  /// 200 texts: each sample, and mixtures of samples.
  static let texts: [String] = {
    let count = samples.count
    let mixtures = (0..<(200 - count)).map { number in
      let first = samples[number % count]
      let second = samples[(number * 7 + 3 + number / count) % count]
      return first + (number % 3 == 0 ? "x" : "") + second + (number % 2 == 0 ? "y" : "")
    }
    return samples + mixtures
  }()

  @Test
  func `the widths of 200 texts equal the cursor movements of a real terminal`() async throws {
    #expect(Self.texts.count == 200)
    let pane = try await PaneScreen(size: Size(columns: 80, rows: 6))
    try await onThread {
      for text in Self.texts {
        let shown = DisplayText(text)
        let bytes = Array("\u{1B}[H\u{1B}[2J".utf8) + shown.text.utf8
        let column = try pane.write(bytes, then: "#{cursor_x}")
        #expect(column == "\(shown.width)", "\(text.debugDescription)")
      }
    }
  }
}
