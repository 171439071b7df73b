public import FeatureFlags
import Frame

extension Feature {
  /// Everything about the feature as text, as the details pane has it.
  ///
  /// - Parameters:
  ///   - columns: The width in cells.
  ///   - problems: What in the feature's configuration is not as it should be.
  ///   - wallClock: The user's clock and time zone; its start counts as now.
  /// - Returns: Lines that end in a line feed, safe to print.
  public func detailsText(columns: Int, problems: [Problem], wallClock: WallClock) -> String {
    var page = DetailsPage(theme: .terminal, columns: columns, searchWords: [])
    page.add(self, problems: problems, wallClock: wallClock, now: wallClock.start)
    return page.lines.map { $0.spans.map(\.text.text).joined() + "\n" }.joined()
  }
}
