/// The type of a plugin; the raw value is the name of the plugin.
public enum AscendPluginType: String, CaseIterable, Sendable {
  /// The plugin for experiments with typed variables, which Ascend creates itself.
  case experiments = "AscendExperiments"
  /// A plugin for analytics events, which the app creates.
  case analytics = "AscendAnalytics"
  /// A plugin for feature flags, which the app creates.
  case featureFlags = "AscendFeatureFlags"
  /// A plugin for the authentication of users, which the app creates.
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
