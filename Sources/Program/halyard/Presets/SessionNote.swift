import FeatureFlags
import Text
import Workbench

extension [OverrideKey: Override] {
  /// Formats the note that a preset makes session overrides permanent: they then apply until reset.
  ///
  /// - Parameter verb: What happens to the preset, such as `saved` or `applied`.
  /// - Returns: A text such as `1 session override is saved to last until reset`; `nil` without
  ///   session overrides.
  func sessionNote(_ verb: String) -> String? {
    let count = values.count { $0.lifetime == .session }
    guard count > 0 else { return nil }
    let isOrAre = count == 1 ? "is" : "are"
    return "\(Number.count(count, "session override")) \(isOrAre) \(verb) to last until reset"
  }
}

extension PresetPlan {
  /// The note that applying the preset makes session overrides permanent; `nil` if the plan changes
  /// no session override.
  func sessionNote(of preset: Preset) -> String? {
    let changed = Set(steps.filter(\.outcome.isChange).map(\.key))
    return preset.overrides.filter { changed.contains($0.key) }.sessionNote("applied")
  }
}
