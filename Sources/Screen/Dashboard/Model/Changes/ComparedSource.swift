import FeatureFlags
package import Workbench

/// A change of the source that a load has found, with the time of the load.
public struct ComparedSource: Sendable {
  /// The differences from the previous configuration.
  package let comparison: ConfigurationComparison
  /// The time at which the new configuration was loaded.
  public let when: Moment

  package init(_ comparison: ConfigurationComparison, when: Moment) {
    self.comparison = comparison
    self.when = when
  }
}
