import Text

extension DashboardState {
  /// The title of the terminal's window: the source, and the number of overrides if there are any.
  public var windowTitle: String {
    let count = content.list?.overriddenCount ?? 0
    let overrides = count > 0 ? ", " + Number.count(count, "override") : ""
    return "Halyard: " + sourceTitle + overrides
  }
}
