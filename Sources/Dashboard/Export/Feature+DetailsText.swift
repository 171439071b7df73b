public import FeatureFlags
import Frame

extension Feature {
  /// Renders the text of the details pane for the feature.
  ///
  /// - Parameters:
  ///   - columns: The width of the text in cells.
  ///   - problems: The problems of the feature's configuration.
  ///   - wallClock: The user's clock and time zone; `wallClock.start` is used as the current time.
  /// - Returns: Lines that each end in a line feed, safe to print on a terminal.
  public func detailsText(columns: Int, problems: [Problem], wallClock: WallClock) -> String {
    var page = DetailsPage(theme: .terminal, columns: columns, searchWords: [])
    page.hasKeys = false
    page.add(self, problems: problems, wallClock: wallClock, now: wallClock.start)
    return page.lines.map { $0.spans.map(\.text.text).joined() + "\n" }.joined()
  }
}
