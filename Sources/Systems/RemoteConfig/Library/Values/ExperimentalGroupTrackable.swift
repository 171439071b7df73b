/// A remote value that a service reports to analytics as the experimental group of the user.
public protocol ExperimentalGroupTrackable {
  /// The name of the experiment in analytics.
  var experimentalGroupKey: String { get }
  /// The name of the user's group in analytics.
  var experimentalGroupValue: String { get }
  /// Whether the service reports the group of the user; `true` by default.
  var shouldTrack: Bool { get }
}

extension ExperimentalGroupTrackable where Self: RemoteValue {
  /// Whether the service reports the group of the user; always `true` by default.
  public var shouldTrack: Bool { true }
}

extension ExperimentalGroupTrackable where Self: BaselinableRemoteValue {
  /// Whether the service reports the group of the user: `true` unless the value is a baseline.
  public var shouldTrack: Bool { !baseline }
}
