/// The kind of a test, which follows from the number and the names of its variations.
public enum FeatureTest: String, Hashable, Sendable, Codable {
  /// An A/B test: two variations with names other than Enabled and Disabled.
  case ab
  /// An on/off test: the variations are Enabled, and Disabled for a control group without the
  /// feature.
  case featureFlagAB
  /// A multivariate test, usually with more than two variations.
  case mvt
}

/// The type of a feature, inferred once from its configuration.
public enum FeatureType: Hashable, Sendable {
  /// A deprecated feature: the app no longer uses it, but the configuration still lists it.
  case deprecated
  /// A feature that is on or off for all users.
  case featureFlag
  /// A feature whose variation differs between users.
  case featureTest(FeatureTest)
  /// A feature that is locked until a user unlocks it.
  case unlockFlag
  /// A value of a flag service, such as a parameter of an app, which is neither on nor off.
  ///
  /// The FeatureFlags framework has no such type, and no document of features declares it.
  case value

  /// The feature types in the order in which screens list them, without ``deprecated``.
  public static var all: [FeatureType] {
    [
      .featureFlag, .featureTest(.ab), .featureTest(.featureFlagAB), .featureTest(.mvt),
      .unlockFlag, .value,
    ]
  }

  /// Whether the feature is a test, which allocates users to variations.
  public var isTest: Bool {
    if case .featureTest = self { true } else { false }
  }
}

extension FeatureType: CustomStringConvertible {
  /// The label of the feature type, such as `A/B Test`, for display.
  public var description: String {
    switch self {
    case .deprecated: "Deprecated"
    case .featureFlag: "Feature Flag"
    case .featureTest(.ab): "A/B Test"
    case .featureTest(.featureFlagAB): "Feature On/Off (A/B) Test"
    case .featureTest(.mvt): "MVT Test"
    case .unlockFlag: "Unlock Flag"
    case .value: "Value"
    }
  }
}

extension FeatureType {
  /// The token of the type in command-line options, in JSON output and in a document's `type`.
  public var token: String {
    switch self {
    case .deprecated: "deprecated"
    case .featureFlag: "flag"
    case .featureTest(.ab): "ab"
    case .featureTest(.featureFlagAB): "feature-ab"
    case .featureTest(.mvt): "mvt"
    case .unlockFlag: "unlock"
    case .value: "value"
    }
  }

  /// The tokens of all feature types, in the order in which help lists them.
  public static var tokens: [String] { (all + [.deprecated]).map(\.token) }

  /// The tokens that a document of features may declare as `type`: all but that of ``value``.
  package static var documentTokens: [String] { tokens.filter { $0 != FeatureType.value.token } }

  /// Creates a type from its token, or from the token that the FeatureFlags framework writes.
  ///
  /// - Returns: The type; `nil` for an unknown token.
  public init?(token: String) {
    switch token {
    case "deprecated": self = .deprecated
    case "flag", "feature-flag", "featureFlag": self = .featureFlag
    case "ab": self = .featureTest(.ab)
    case "feature-ab", "featureFlagAB": self = .featureTest(.featureFlagAB)
    case "mvt": self = .featureTest(.mvt)
    case "unlock", "unlock-flag", "unlockFlag": self = .unlockFlag
    case "value": self = .value
    default: return nil
    }
  }
}
