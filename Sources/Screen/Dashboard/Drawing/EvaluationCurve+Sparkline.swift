import FeatureFlags
import Text
import Workbench

import struct FoundationEssentials.Date

extension EvaluationCurve {
  /// The evaluations of the last 10 minutes as a line, with a column for 10 seconds if there is room for it.
  ///
  /// - Parameters:
  ///   - start: The time since which evaluations are counted; there is a gap before it.
  ///   - now: The time of the last column.
  ///   - width: The maximum number of columns.
  /// - Returns: The line.
  func line(since start: Date, now: Date, width: Int) -> Sparkline {
    let counts = columns(until: now, since: start).map { $0.map(Double.init) }
    return Sparkline(counts, width: min(width, Self.length), joining: .sum)
  }

  /// The time at which the line moves by a column.
  static func nextChange(at time: Duration, _ clock: WallClock) -> Duration {
    let seconds = clock.date(at: time).timeIntervalSince1970
    let passed = seconds.truncatingRemainder(dividingBy: Double(interval))
    return time + .seconds(Double(interval) - passed)
  }
}

extension Sparkline {
  /// Describes a line of evaluations, such as `max 12/10 s · last 10 minutes`.
  ///
  /// - Parameter isPlain: Whether the text replaces the line in plain mode, so that it has more numbers.
  /// - Returns: The text.
  func evaluationsLabel(isPlain: Bool = false) -> String {
    let seconds = valuesPerColumn * EvaluationCurve.interval
    let hint = "no evaluation in the last 10 minutes"
    guard let maximum, maximum > 0 else { return hint }
    let text = { (count: Double) in "\(CompactNumber.text(Int(count)))/\(seconds) s" }
    let span = "last 10 minutes"
    return isPlain ? phrase(span, hint: hint, text) : label(span, hint: hint, text)
  }
}
