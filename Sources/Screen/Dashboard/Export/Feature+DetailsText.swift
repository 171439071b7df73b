public import FeatureFlags
import Frame
import Text
package import Workbench

extension Feature {
  /// Renders the text of the details pane for the feature.
  ///
  /// - Parameters:
  ///   - columns: The width of the text in cells.
  ///   - problems: The problems of the feature's configuration.
  ///   - ruleTitles: The names of the rules that the override forces, by their keys.
  ///   - wallClock: The user's clock and time zone; `wallClock.start` is used as the current time.
  /// - Returns: Lines that each end in a line feed, safe to print on a terminal.
  public func detailsText(
    columns: Int,
    problems: [Problem],
    ruleTitles: [String: String] = [:],
    wallClock: WallClock
  ) -> String {
    var page = DetailsPage(theme: .terminal, columns: columns, searchWords: [])
    page.keymap = nil
    page.add(
      self,
      ruleTitles: ruleTitles,
      problems: problems,
      wallClock: wallClock,
      now: wallClock.start
    )
    return page.texts.map { $0 + "\n" }.joined()
  }

  /// Renders the explanation of the feature's evaluation as in the details pane.
  ///
  /// - Parameters:
  ///   - explanation: The explanation of the evaluation.
  ///   - user: The user for whom the feature is evaluated.
  ///   - columns: The width of the text in cells.
  /// - Returns: The lines, safe to print on a terminal.
  package func explanationLines(
    _ explanation: Explanation,
    for user: EvaluationContext,
    columns: Int
  ) -> [String] {
    var page = DetailsPage(theme: .terminal, columns: columns, searchWords: [])
    page.add(explanation, of: self, for: user)
    return page.texts
  }

  /// Renders the timeline of the feature's states as a band, with the total time in each state.
  ///
  /// - Parameters:
  ///   - timeline: The states of the feature.
  ///   - columns: The width of the text in cells.
  ///   - wallClock: The user's clock and time zone.
  /// - Returns: The lines, safe to print on a terminal.
  package func bandLines(_ timeline: Timeline, columns: Int, wallClock: WallClock) -> [String] {
    var page = DetailsPage(theme: .terminal, columns: columns, searchWords: [])
    page.addBand(of: timeline, self, wallClock)
    return page.texts
  }
}

extension DetailsPage {
  /// The lines without their styles.
  fileprivate var texts: [String] { lines.map { $0.spans.map(\.text.text).joined() } }
}
