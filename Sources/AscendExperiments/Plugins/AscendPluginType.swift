/// The plugins that Ascend knows; the raw value is the plugin's name.
public enum AscendPluginType: String, CaseIterable, Sendable {
  /// Experiments with typed variables.
  case experiments = "AscendExperiments"
  /// Events of users.
  case analytics = "AscendAnalytics"
  /// Feature flags.
  case featureFlags = "AscendFeatureFlags"
  /// Authentication of users.
  case auth = "AscendAuth"
}

extension AscendPluginType: CustomStringConvertible {
  /// What the plugin is for, in a few words; `rawValue` is its name.
  public var description: String {
    switch self {
    case .experiments: "experiments with typed variables"
    case .analytics: "events of users"
    case .featureFlags: "feature flags"
    case .auth: "authentication of users"
    }
  }
}
