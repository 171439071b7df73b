import Dashboard
import FeatureFlags

extension FeatureType {
  /// Parses a type as a user types it: a token, a word of the FeatureFlags framework, or the type as
  /// `list` prints it, in any letter case.
  ///
  /// - Returns: `nil` for a text that names no type.
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
