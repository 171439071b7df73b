import Dashboard
import FeatureFlags

/// The names of feature types in `--type` and in JSON output.
///
/// They are the tokens of ``FeatureType``, and `value` for a value of a flag service. The API reports
/// a value as a flag, for apps that look it up.
enum TypeToken {
  fileprivate static let value = "value"

  /// Every token, in the order in which help lists them.
  static var all: [String] { FeatureType.all.map(\.token) + [value, FeatureType.deprecated.token] }

  /// The token that a word names: a token, a word of the FeatureFlags framework, or the type as
  /// `list` prints it, in any letter case.
  ///
  /// - Returns: `nil` for a word that names no type.
  static func named(_ word: String) -> String? {
    let folded = word.lowercased()
    if all.contains(folded) { return folded }
    let types = FeatureType.all + [.deprecated]
    let type =
      FeatureType(token: word) ?? FeatureType(token: folded)
      ?? types.first { [$0.description, $0.shortName].contains { $0.lowercased() == folded } }
    return type?.token
  }
}

extension Feature {
  /// The name of the feature's type in `--type` and in JSON output.
  var typeToken: String { isValue ? TypeToken.value : type.token }
}
