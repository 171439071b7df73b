/// The features of a parsed document, as the FeatureFlags framework calls them; prefer
/// ``Configuration``, which has the problems of the document too.
public typealias ParsingServiceResult = [Feature]

/// A document with the basic fields of its features, for programs that decode it themselves.
///
/// Prefer ``Configuration``, which accepts all formats and skips only the malformed features
/// of a document.
public struct FeaturesModel: Hashable, Sendable, Codable {
  /// The features, in the order of the document.
  public let features: [FeatureModel]
}

/// The basic fields of a feature in a document; prefer ``Feature``.
public struct FeatureModel: Hashable, Sendable, Codable {
  /// The name of the feature.
  public let name: String
  /// Whether the feature is enabled; the field is required.
  public let isEnabled: Bool
  /// The percentages of users of the variations, from 0 to 100.
  public let testBiases: [Double]?
  /// The names of the variations.
  public let testVariations: [String]?

  private enum CodingKeys: String, CodingKey {
    case name
    case isEnabled = "enabled"
    case testBiases = "test-biases"
    case testVariations = "test-variations"
  }
}
