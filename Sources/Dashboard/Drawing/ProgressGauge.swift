import Frame

/// Gauges of progress.
enum ProgressGauge {
  /// A bar with this number of cells, filled by a share from 0 to 1.
  static func bar(_ share: Double, cells: Int) -> String {
    let full = min(max(Int((share * Double(cells)).rounded()), 0), cells)
    return String(repeating: "▰", count: full) + String(repeating: "▱", count: cells - full)
  }

  /// A spinner, for a load of unknown length.
  static func spinner(at time: Duration) -> String {
    let step = time.wholeMilliseconds / spinnerStep.wholeMilliseconds
    return String(signs[Int(step % Int64(signs.count))])
  }

  /// When the spinner next turns.
  static func nextSpinnerStep(after time: Duration) -> Duration {
    let step = spinnerStep.wholeMilliseconds
    return .milliseconds((time.wholeMilliseconds / step + 1) * step)
  }

  /// The time between two steps of the spinner.
  private static let spinnerStep = Duration.milliseconds(200)

  private static let signs: [Character] = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
}
