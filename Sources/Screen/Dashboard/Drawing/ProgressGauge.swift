import Text

/// Draws progress bars and spinners as text.
enum ProgressGauge {
  /// Draws a progress bar; `share` is the filled part, from 0 to 1.
  static func bar(_ share: Double, cells: Int) -> String {
    let full = min(max(Int((share * Double(cells)).rounded()), 0), cells)
    return String(repeating: "▰", count: full) + String(repeating: "▱", count: cells - full)
  }

  /// The symbol that a spinner shows at the given time, for progress of unknown length.
  static func spinner(at time: Duration) -> String {
    let step = time.wholeMilliseconds / spinnerStep.wholeMilliseconds
    return String(symbols[Int(step % Int64(symbols.count))])
  }

  /// The time at which the spinner shows its next symbol.
  static func nextSpinnerStep(after time: Duration) -> Duration {
    let step = spinnerStep.wholeMilliseconds
    return .milliseconds((time.wholeMilliseconds / step + 1) * step)
  }

  /// The time between two symbols of the spinner.
  private static let spinnerStep = Duration.milliseconds(200)

  private static let symbols: [Character] = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
}
