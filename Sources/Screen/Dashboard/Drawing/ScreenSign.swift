import Text

/// A sign of the screen and its meaning, for the legend in the help.
struct ScreenSign: Hashable, Sendable {
  /// The sign, or several signs with one meaning.
  let sign: String
  let meaning: String

  private init(_ sign: String, _ meaning: String) {
    self.sign = sign
    self.meaning = meaning
  }

  /// All signs: those of rows, of overrides, and of states and results.
  static let all = rows + overrides + results

  private static let rows = [
    ScreenSign("▌", "the row under the cursor"),
    ScreenSign("⚑", "a feature flag that is on"),
    ScreenSign("⚐", "a feature flag that is off"),
    ScreenSign("⚙", "a feature under development, which release builds keep off"),
    ScreenSign("◐", "a test with variations"),
    ScreenSign("▢", "an unlocked unlock flag"),
    ScreenSign("▣", "a locked unlock flag"),
    ScreenSign("=", "a value"),
    ScreenSign("⊘", "a deprecated or removed feature"),
    ScreenSign("★", "a favourite, which is listed on top"),
    ScreenSign("▸", "a folded section"),
    ScreenSign("✦", "changed less than ten seconds ago"),
  ]

  private static let overrides = [
    ScreenSign("◆", "an override, or a change of yours in the activity log"),
    ScreenSign("◈", "an override that ends with this session"),
    ScreenSign("◇", "a change by another program"),
    ScreenSign("≡", "pinned: overridden, but with the same state as in the source"),
    ScreenSign("±", "a feature that the source has changed, until dismissed"),
    ScreenSign("≠", "different results for the users of a comparison"),
    ScreenSign("→", "a change from an old to a new value, or the result of a rule"),
    ScreenSign("↑", "where the user is on a bar of variations"),
    ScreenSign("░", "a share of users who get no variation"),
  ]

  private static let results = [
    ScreenSign("✓", "marked in the list; elsewhere success, or a condition that is true"),
    ScreenSign("✗", "an error, a change that is not saved, or a condition that is false"),
    ScreenSign("▲", "a warning about the source, or another warning"),
    ScreenSign("?", "an unknown result"),
    ScreenSign("•", "a note about the source, or a message"),
    ScreenSign("▶", "the step that determined the variation"),
    ScreenSign("●", "the current choice, or a working connection"),
    ScreenSign("○", "another choice, or an override that was reset"),
    ScreenSign("◌", "a check in progress, or a change that the team does not have yet"),
    ScreenSign("↻", "a poll"),
    ScreenSign("‖", "paused"),
    ScreenSign("≈", "a check of the connectivity"),
    ScreenSign("⇄", "the server for apps"),
    ScreenSign("▰▱", "progress; in a row of checks, with and without Internet"),
    ScreenSign("▁▇", "a curve over time, from zero to its maximum; · is a gap"),
    ScreenSign("–", "none"),
  ]

  /// Whether each case-folded search word occurs in the sign or in its meaning.
  func matches(_ words: [[UInt8]]) -> Bool {
    let text = FoldedText.bytes(of: "signs " + sign + " " + meaning)
    return FoldedText.contains(words, in: text)
  }
}
