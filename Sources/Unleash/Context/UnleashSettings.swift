package import Targeting

/// The settings with which the flags of Unleash are evaluated.
package struct UnleashSettings: Sendable {
  /// The host name of the app, which the strategy `applicationHostname` reads; `nil` if it is unknown.
  package var hostName: String?
  /// The clock for users without the attribute `currentTime`.
  package var now: @Sendable () -> Timestamp

  /// Creates settings.
  package init(hostName: String? = nil, now: @escaping @Sendable () -> Timestamp) {
    (self.hostName, self.now) = (hostName, now)
  }
}
