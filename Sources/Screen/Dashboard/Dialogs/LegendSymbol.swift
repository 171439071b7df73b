import Text

/// A symbol of the screen and its meaning, for the legend in the help.
struct LegendSymbol: Hashable, Sendable {
  /// The symbol, or several symbols with one meaning.
  let symbol: String
  /// The meaning; an identifier of an action in braces stands for its key.
  private let text: String

  private init(_ symbol: String, _ meaning: String) {
    self.symbol = symbol
    text = meaning
  }

  /// All symbols: those of rows, of overrides, and of states and results.
  static let all = rows + overrides + results

  private static let rows = [
    LegendSymbol("▌", "the row under the cursor"),
    LegendSymbol("⚑", "a feature flag that is on"),
    LegendSymbol("⚐", "a feature flag that is off"),
    LegendSymbol("⚙", "a feature under development, which release builds keep off"),
    LegendSymbol("◐", "a test with variations"),
    LegendSymbol("▢", "an unlocked unlock flag"),
    LegendSymbol("▣", "a locked unlock flag"),
    LegendSymbol("=", "a value"),
    LegendSymbol("⊘", "a deprecated or removed feature"),
    LegendSymbol("★", "a favourite, which is listed on top"),
    LegendSymbol("▸", "a folded section, or a folded object or list of JSON"),
    LegendSymbol("▾", "an unfolded object or list of JSON"),
    LegendSymbol("✦", "changed less than ten seconds ago, or another state for a new user"),
  ]

  private static let overrides = [
    LegendSymbol("◆", "an override, or a change of yours in the activity log"),
    LegendSymbol("◈", "an override that ends with this session"),
    LegendSymbol("◉", "an override for the current user only, or for users like this one"),
    LegendSymbol("◎", "an override for others, which this user has not"),
    LegendSymbol("◇", "a change by another program"),
    LegendSymbol("❖", "a change by an assistant"),
    LegendSymbol("≡", "pinned: overridden, but with the same state as in the source"),
    LegendSymbol("±", "a feature that the source has changed, until dismissed"),
    LegendSymbol("≠", "different results for the users of a comparison"),
    LegendSymbol("→", "a change from an old to a new value, or the result of a rule"),
    LegendSymbol("↑", "where the user is on a bar of variations"),
    LegendSymbol("░", "a share of users who get no variation"),
  ]

  private static let results = [
    LegendSymbol("✓", "marked in the list; elsewhere success, or a condition that is true"),
    LegendSymbol(
      "✗",
      "an error, a change that is not saved, or a condition that is false; in the header, the problems of "
        + "the source with errors, which {problems} lists"
    ),
    LegendSymbol(
      "▲",
      "a warning about the source, or another one; in the header, the problems of the source without an "
        + "error, which {problems} lists"
    ),
    LegendSymbol("?", "an unknown result"),
    LegendSymbol("•", "a note about the source, or a message"),
    LegendSymbol("▶", "the step that determined the variation"),
    LegendSymbol("●", "the current choice, or a working connection"),
    LegendSymbol("○", "another choice, or an override that was reset"),
    LegendSymbol("◌", "a check in progress, or a change that the team does not have yet"),
    LegendSymbol("↻", "a poll"),
    LegendSymbol("‖", "paused"),
    LegendSymbol("≈", "a check of the connectivity"),
    LegendSymbol("⇄", "the server for apps"),
    LegendSymbol("▰▱", "progress; in a row of checks, with and without Internet"),
    LegendSymbol("▁▇", "a curve over time, from zero to its maximum; · is a gap"),
    LegendSymbol("–", "none"),
  ]

  /// The meaning with the keys of a keymap.
  func meaning(in keymap: Keymap) -> String { keymap.filling(text) }

  /// Whether each case-folded search word occurs in the symbol or in its meaning.
  func matches(_ words: [[UInt8]], _ keymap: Keymap) -> Bool {
    let text = FoldedText.bytes(of: "symbols " + symbol + " " + meaning(in: keymap))
    return FoldedText.contains(words, in: text)
  }
}
