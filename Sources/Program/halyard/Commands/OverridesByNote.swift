import Dashboard
import FeatureFlags
import Text

import struct FoundationEssentials.Date

/// The overrides by their notes, such as tickets, so that a tester finds what to reset at the end of a day.
struct OverridesByNote {
  /// The overridden features, each as the users of one scope get it.
  private let features: [Feature]

  init(_ features: [Feature]) { self.features = features }

  /// Prints a row for each override: by note, without a note last, and then by author and by age, the oldest
  /// first.
  func print(_ console: Console) {
    let now = Date()
    let rows = features.filter { $0.override != nil }.sorted { one, other in
      key(one).lexicographicallyPrecedes(key(other))
    }
    console.print(
      rows.map { row($0, at: now) },
      header: ["NOTE", "NAME", "STATE", "FOR", "BY", "AGE", "ENDS"]
    )
    let notes = Set(rows.compactMap(\.override?.note)).count
    console.remark(
      "\(Number.count(rows.count, "override")), \(Number.count(notes, "note")); "
        + "'halyard reset --all' resets all, --by and --since some of them"
    )
  }

  private func key(_ feature: Feature) -> [String] {
    let override = feature.override
    return [
      override?.note == nil ? "1" : "0", override?.note ?? "", override?.author ?? "",
      override?.date?.formatted(.iso8601) ?? "", feature.name.rawValue,
    ]
  }

  private func row(_ feature: Feature, at now: Date) -> [String] {
    let override = feature.override
    let age = override?.date.map { Duration.seconds(max(0, now.timeIntervalSince($0))).elapsedText }
    let end =
      switch override?.lifetime {
      case .kept?, nil: "kept"
      case .session?: "session"
      case .until(let end)?: WallClock.system(at: now).text(of: end, now: now)
      case .lasting(let length)?: "after \(length.text)"
      }
    return [
      override?.note ?? "–", feature.name.text, feature.stateText,
      feature.overrideScope.description, override?.author ?? "–", age ?? "–", end,
    ]
  }
}
