import Dashboard
import FeatureFlags
import TestSupport
import Testing
import Text

/// Tests plain mode with random lines and dialogues.
@Suite(.tags(.timed))
struct PlainRandomTests {
  /// The words and numbers that random lines consist of: all commands, most actions, and text that no
  /// command expects.
  private static let words =
    Action.allCases.map(\.title) + [
      "list", "=", "= ana", "= {\"a\": 1}", "/", "/a b", "find", "find x", "ok", "cancel", "help",
      "space", "esc", "up", "down", "left", "right", "pgdn", "ctrl-u", "ctrl-a", "tab", "enter",
      "sort", "pick", "presets", "user", "filter", "theme", "reset all", "details", "copy", "y",
      "n", "m", "A", "f", "L", "B", "U", "new cart", "Checkout", "harbour-night", "", "  ", "\t",
      "\u{1B}[2J", "\u{1B}]0;x\u{07}", "\u{9B}31m", "\u{202E}x", "\0", "漢", "👨\u{200D}👩",
      "e\u{301}",
      "\r", String(repeating: "x", count: 5_000), String(repeating: "\u{301}", count: 300), "-1",
      "0", "1", "2", "3", "4", "5", "6", "8", "12", "14", "15", "99", "100", "396", "400", "1e400",
      "9223372036854775807", "-9223372036854775808", "18446744073709551616", "1.5", "nan",
    ]

  /// A random line of one to three words.
  private static func line(_ random: inout SeededGenerator) -> String {
    let count = [1, 1, 1, 2, 2, 3].randomElement(using: &random) ?? 1
    return (0..<count).map { _ in words.randomElement(using: &random) ?? "" }
      .joined(separator: " ")
  }

  private static func state(_ snapshot: LoadedSource? = Shop.snapshot) -> DashboardState {
    var state = Shop.dashboard(columns: 80, rows: 24, themes: Shop.themes, snapshot: snapshot)
    state.startPlainMode()
    return state
  }

  /// Enters a line, and expects printable lines within the time limit.
  private static func enter(_ line: String, into state: inout DashboardState, _ place: String) {
    let needed = threadTime { _ = state.update(.line(line), now: .zero) }
    let isPrintable = state.removeLines().allSatisfy { text in
      text.text.unicodeScalars.allSatisfy { scalar in
        (0x20..<0x7F).contains(scalar.value)
          || ![.control, .format, .lineSeparator, .paragraphSeparator]
            .contains(scalar.properties.generalCategory)
      }
    }
    #expect(isPrintable, "\(place): \(line.debugDescription)")
    #expect(!Effort.isFull || needed < .seconds(2), "\(place): \(line) needed \(needed)")
  }

  /// The number of random lines; a debug build needs some milliseconds for each.
  private static var lineCount: Int {
    #if DEBUG
    Effort.isFull ? 50_000 : 160
    #else
    1_000_000
    #endif
  }

  @Test(arguments: 0..<4)
  func `in plain mode random lines have printable responses within the time limit`(part: Int) {
    var random = SeededGenerator(seed: UInt64(part))
    var state = Self.state(part == 3 ? Hard.hostile : Shop.snapshot)
    for number in 0..<Self.lineCount / 4 {
      Self.enter(Self.line(&random), into: &state, "part \(part), line \(number)")
    }
  }

  @Test func `in plain mode sessions of two random lines have printable responses in time`() {
    var random = SeededGenerator(seed: 4)
    let start = Self.state()
    for number in 0..<(Effort.isFull ? 1_000 : 20) {
      var state = start
      for _ in 0..<2 {
        let line = Self.words.randomElement(using: &random) ?? ""
        Self.enter(line, into: &state, "dialogue \(number)")
      }
    }
  }
}
