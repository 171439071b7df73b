extension Feature: Codable {
  /// Decodes a feature from a document of features.
  ///
  /// A test without an assignment gets a random one, as in the FeatureFlags framework.
  ///
  /// - Throws: A decoding error if the name is missing, or a field has the wrong type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: RawFeature.Key.self)
    self.init(
      RawFeature(
        name: try container.decode(String.self, forKey: .name),
        section: try container.decodeIfPresent(String.self, forKey: .section),
        detailText: try container.decodeIfPresent(String.self, forKey: .description),
        enabled: try container.decodeIfPresent(Bool.self, forKey: .enabled),
        isDevelopment: try container.decodeIfPresent(Bool.self, forKey: .development),
        unlocked: try container.decodeIfPresent(Bool.self, forKey: .unlocked),
        type: try container.decodeIfPresent(FeatureType.self, forKey: .type),
        variations: try container.decodeIfPresent([String].self, forKey: .variations) ?? [],
        biases: try container.decodeIfPresent([Double].self, forKey: .biases),
        labels: try container.decodeIfPresent([String?].self, forKey: .labels),
        assignment: try container.decodeIfPresent(Double.self, forKey: .assignment)
      )
    )
    if type.isTest, assignment == nil { assignment = Double.random(in: 0..<100) }
  }

  /// Encodes the feature as the FeatureFlags framework does, with all members; its override is not
  /// encoded.
  ///
  /// - Throws: An error of the encoder, such as for a number that is not finite.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: RawFeature.Key.self)
    try container.encode(name.rawValue, forKey: .name)
    try container.encodeIfPresent(detailText, forKey: .description)
    try container.encodeIfPresent(section, forKey: .section)
    try container.encode(isDevelopment, forKey: .development)
    try container.encode(enabled, forKey: .enabled)
    try container.encode(unlocked, forKey: .unlocked)
    // A document of features cannot declare the type `value`, and has no variations for it.
    guard type != .value else { return }
    // An unlock flag is encoded as a feature flag with `unlocked`: the framework cannot decode the type
    // of an unlock flag.
    try container.encode(type == .unlockFlag ? .featureFlag : type, forKey: .type)
    try container.encode(testVariations.map(\.rawValue), forKey: .variations)
    if !testBiases.isEmpty { try container.encode(testBiases.map(\.rawValue), forKey: .biases) }
    let missing = [String?](repeating: nil, count: testVariations.count)
    try container.encode(labels.isEmpty ? missing : labels, forKey: .labels)
    try container.encodeIfPresent(encodedAssignment, forKey: .assignment)
  }

  /// The assignment to encode; for a flag, the framework encodes a number that selects its state: 1 for on,
  /// 99 for off.
  private var encodedAssignment: Double? {
    if type.isTest || isEvaluatedByService { return assignment }
    return enabled ? 1 : 99
  }
}

extension FeatureType: Codable {
  /// The keys of an encoded type; if several are present, the first in declaration order is used.
  private enum Key: String, CaseIterable, CodingKey {
    case deprecated
    case unlockFlag = "unlock-flag"
    case value
    case featureFlag = "feature-flag"
    case featureTest = "feature-test"
  }

  /// Decodes a type from a token, or from the object that the FeatureFlags framework writes.
  ///
  /// - Throws: A decoding error if the token is unknown.
  public init(from decoder: any Decoder) throws {
    let token: String
    // A decoding error means that the value is not an object: the value is decoded as a token instead.
    if let container = try? decoder.container(keyedBy: Key.self) {
      let key = Key.allCases.first(where: container.contains) ?? .deprecated
      token =
        key == .featureTest
        ? try container.decode(String.self, forKey: key) : key.rawValue
    } else {
      token = try decoder.singleValueContainer().decode(String.self)
    }
    guard let type = FeatureType(token: token) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "\"\(token)\" is not a feature type"
        )
      )
    }
    self = type
  }

  /// Encodes the type in the form that the FeatureFlags framework reads.
  ///
  /// The framework cannot decode the types of unlock flags and values: it reads an unlock flag as a
  /// feature flag with `unlocked`. Therefore both types are also encoded as a feature flag.
  ///
  /// - Throws: An error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .deprecated: try container.encode(Key.deprecated.rawValue, forKey: .deprecated)
    case .featureFlag: try container.encode(Key.featureFlag.rawValue, forKey: .featureFlag)
    case .featureTest(let test): try container.encode(test, forKey: .featureTest)
    case .unlockFlag:
      try container.encode(Key.unlockFlag.rawValue, forKey: .unlockFlag)
      try container.encode(Key.featureFlag.rawValue, forKey: .featureFlag)
    case .value:
      try container.encode(Key.value.rawValue, forKey: .value)
      try container.encode(Key.featureFlag.rawValue, forKey: .featureFlag)
    }
  }
}
