/// The plugins that Ascend knows; the raw value is the plugin's name.
public enum AscendPluginType: String, CaseIterable, Sendable {
  /// Experiments with typed variables.
  case experiments = "AscendExperiments"
  /// What users do.
  case analytics = "AscendAnalytics"
  /// Flags.
  case featureFlags = "AscendFeatureFlags"
  /// Who users are.
  case auth = "AscendAuth"
}
