package import Targeting

/// The settings with which the flags of Unleash are evaluated.
package struct UnleashSettings: Sendable {
  /// The clock for users without the attribute `currentTime`.
  package var now: @Sendable () -> Timestamp

  /// Creates settings.
  package init(now: @escaping @Sendable () -> Timestamp) { self.now = now }
}
