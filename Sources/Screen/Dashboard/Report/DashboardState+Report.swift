package import Connectivity
import Frame

extension DashboardState {
  /// The report of the last connectivity check; `nil` before the first one.
  package var connectivityReport: ConnectivityReport? { content.connectivity }

  /// The text of the screen at the size of a report, without a dialog and a notice.
  ///
  /// - Parameter now: The current time, on the clock of ``update(_:now:)``.
  /// - Returns: The rows of the screen, joined by line feeds.
  package func reportScreen(now: Duration) -> String {
    var state = self
    state.dialog = nil
    state.toast = nil
    let size = Size(columns: Report.screenSize.columns, rows: Report.screenSize.rows)
    _ = state.update(.resized(size), now: now)
    return state.frame(now: now).text
  }
}
