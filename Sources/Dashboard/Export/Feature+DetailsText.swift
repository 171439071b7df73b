public import FeatureFlags

extension Feature {
  /// Everything about the feature as text, as the details pane has it.
  ///
  /// - Parameters:
  ///   - columns: The width in cells.
  ///   - problems: What in the feature's configuration is not as it should be.
  /// - Returns: Lines that end in a line feed, safe to print.
  public func detailsText(columns: Int, problems: [Problem]) -> String {
    var page = DetailsPage(theme: .terminal, columns: columns, searchWords: [])
    page.add(self, problems: problems)
    let title = DisplayText(name.rawValue, limit: columns).truncated(to: columns).text
    let lines = page.lines.map { $0.spans.map(\.text.text).joined() }
    return ([title, ""] + lines).map { $0 + "\n" }.joined()
  }
}
