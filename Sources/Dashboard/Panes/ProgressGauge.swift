import Frame

/// Small pictures of how far something has come.
enum ProgressGauge {
  /// A bar of so many cells, of which a share from 0 to 1 is full.
  static func bar(_ share: Double, cells: Int) -> String {
    let full = min(max(Int((share * Double(cells)).rounded()), 0), cells)
    return String(repeating: "▰", count: full) + String(repeating: "▱", count: cells - full)
  }

  /// A sign that turns, for what has no known end.
  static func spinner(at time: Duration) -> String {
    let step = time.wholeMilliseconds / DashboardState.spinnerStep.wholeMilliseconds
    return String(signs[Int(step % Int64(signs.count))])
  }

  private static let signs: [Character] = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
}
