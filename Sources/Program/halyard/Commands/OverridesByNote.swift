import Dashboard
import FeatureFlags
import Text

import struct FoundationEssentials.Date

extension OverridesByNote {
  /// Prints a row for each override.
  func print(_ console: Console) {
    let now = Date()
    let features = groups.flatMap(\.features)
    console.print(
      features.map { Self.row($0, at: now) },
      header: ["NOTE", "NAME", "STATE", "FOR", "BY", "AGE", "ENDS"]
    )
    let notes = groups.count { $0.note != nil }
    console.remark(
      "\(Number.count(features.count, "override")), \(Number.count(notes, "note")); "
        + "'halyard reset --all' resets all, --by and --since some of them"
    )
  }

  private static func row(_ feature: Feature, at now: Date) -> [String] {
    let override = feature.override
    let end =
      switch override?.lifetime {
      case .kept?, nil: "kept"
      case .session?: "session"
      case .until(let end)?: WallClock.system(at: now).text(of: end, now: now)
      case .lasting(let length)?: "after \(length.text)"
      }
    return [
      override?.note ?? "–", feature.name.text, feature.stateText,
      feature.overrideScope.description, override?.author ?? "–", override?.ageText(at: now) ?? "–",
      end,
    ]
  }
}
