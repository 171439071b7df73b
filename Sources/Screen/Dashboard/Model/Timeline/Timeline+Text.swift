import FeatureFlags
import Text
import Workbench

import struct FoundationEssentials.Date

extension Timeline.Cause {
  /// The cause as text, such as `ana@build-7 · halyard enable` or `poll`; empty if it is unknown.
  package var text: String {
    switch self {
    case .operation(let kind, let author, let program):
      HistoryEntry(
        date: .distantPast,
        author: author,
        program: program,
        kind: kind,
        from: nil,
        to: nil
      )
      .originText
    case .source(.start): "found when a program started"
    case .source(.poll): "source, by a poll"
    case .source(.request): "source, by a refresh"
    case .source(.file): "source, file changed"
    case .source(.notification): "source, by a notification"
    }
  }
}

extension Timeline {
  /// The total durations of the states, and the number of changes of the source, as text.
  ///
  /// For example, `on for 14 h, off for 9 h 20 min, 2 changes of the source`.
  package var summary: String {
    let on = duration { $0.state?.isOn == true }
    let off = duration { $0.state?.isOn == false }
    let sums = [
      ("on for", on), ("off for", off), ("unknown for", end.timeIntervalSince(start) - on - off),
      ("overridden for", duration { $0.override != nil }),
    ]
    let changes = marks.count { if case .source = $0.cause { true } else { false } }
    let parts = sums.filter { $0.1 >= 1 }.map { "\($0.0) \(Self.text(seconds: $0.1))" }
    let text = changes > 0 ? ["\(Number.count(changes, "change")) of the source"] : []
    return (parts + text).joined(separator: ", ")
  }

  /// Whether the state has changed, or an override is or was active.
  var hasChanges: Bool {
    let periods = visiblePeriods
    return periods.count > 1 || periods.first?.override != nil
  }

  /// The periods with a known state; periods between which only the overridden source has changed are
  /// merged.
  var visiblePeriods: [Period] {
    var merged: [Period] = []
    for period in periods where period.state != nil {
      if let last = merged.last, last.end == period.start, last.override == period.override,
        last.state == period.state
      {
        merged[merged.count - 1].end = period.end
      } else {
        merged.append(period)
      }
    }
    return merged
  }

  private func duration(_ isCounted: (Period) -> Bool) -> Double {
    periods.filter(isCounted).reduce(0) { $0 + $1.end.timeIntervalSince($1.start) }
  }

  private static func text(seconds: Double) -> String {
    let minutes = Int((seconds / 60).rounded())
    guard minutes > 0 else { return "\(Int(seconds.rounded())) s" }
    let (hours, rest) = (minutes / 60, minutes % 60)
    if hours == 0 { return "\(rest) min" }
    return rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
  }
}
