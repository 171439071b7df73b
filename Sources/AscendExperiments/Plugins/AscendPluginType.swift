/// The types of plugins; the raw value is the name of the plugin.
public enum AscendPluginType: String, CaseIterable, Sendable {
  /// Experiments with typed variables.
  case experiments = "AscendExperiments"
  /// Analytics events.
  case analytics = "AscendAnalytics"
  /// Feature flags.
  case featureFlags = "AscendFeatureFlags"
  /// Authentication of users.
  case auth = "AscendAuth"
}

extension AscendPluginType: CustomStringConvertible {
  /// The purpose of the plugin; `rawValue` is its name.
  public var description: String {
    switch self {
    case .experiments: "experiments with typed variables"
    case .analytics: "events of users"
    case .featureFlags: "feature flags"
    case .auth: "authentication of users"
    }
  }
}
