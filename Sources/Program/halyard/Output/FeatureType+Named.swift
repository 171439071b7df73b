import Dashboard
import FeatureFlags

extension FeatureType {
  /// Parses a feature type: its token in configurations, or a name that `list` or the screen shows,
  /// in any letter case.
  ///
  /// - Returns: `nil` for an unknown type.
  init?(named text: String) {
    let folded = text.lowercased()
    let type =
      FeatureType(token: text) ?? FeatureType(token: folded)
      ?? (FeatureType.all + [.deprecated]).first { type in
        [type.description, type.shortName].contains { $0.lowercased() == folded }
      }
    guard let type else { return nil }
    self = type
  }
}
