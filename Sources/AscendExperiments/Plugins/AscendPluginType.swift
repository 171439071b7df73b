/// The type of a plugin; the raw value is the name of the plugin.
public enum AscendPluginType: String, CaseIterable, Sendable {
  /// The plugin for experiments with typed variables.
  case experiments = "AscendExperiments"
  /// A plugin for analytics events.
  case analytics = "AscendAnalytics"
  /// A plugin for feature flags.
  case featureFlags = "AscendFeatureFlags"
  /// A plugin for the authentication of users.
  case auth = "AscendAuth"
}

extension AscendPluginType: CustomStringConvertible {
  /// The purpose of the plugin, for display; `rawValue` is its name.
  public var description: String {
    switch self {
    case .experiments: "experiments with typed variables"
    case .analytics: "events of users"
    case .featureFlags: "feature flags"
    case .auth: "authentication of users"
    }
  }
}
