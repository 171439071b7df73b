import Dashboard
import FeatureFlags

extension FeatureType {
  /// Parses a feature type: a token, a name of the FeatureFlags framework, or the text that `list`
  /// prints, in any letter case.
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
