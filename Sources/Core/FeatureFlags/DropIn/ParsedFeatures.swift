/// The features of a parsed document, under the type name of the FeatureFlags framework; prefer
/// ``Configuration``, which also has the problems of the document.
public typealias ParsingServiceResult = [Feature]

/// A document with the basic fields of its features, for apps that decode documents themselves.
///
/// Prefer ``Configuration``, which accepts all formats, and skips only the malformed features of a
/// document.
public struct FeaturesModel: Hashable, Sendable, Codable {
  /// The features, in the order of the document.
  public let features: [FeatureModel]
}

/// The basic fields of a feature in a document; ``Feature`` has all fields.
public struct FeatureModel: Hashable, Sendable, Codable {
  /// The name by which an app looks up the feature.
  public let name: String
  /// Whether the feature is enabled; required in the document.
  public let isEnabled: Bool
  /// The percentage of users that each variation gets, from 0 to 100; `nil` if the document has
  /// none.
  public let testBiases: [Double]?
  /// The names of the variations; `nil` if the document has none.
  public let testVariations: [String]?

  private enum CodingKeys: String, CodingKey {
    case name
    case isEnabled = "enabled"
    case testBiases = "test-biases"
    case testVariations = "test-variations"
  }
}
