/// A value that analytics reports as an experimental group.
public protocol ExperimentalGroupTrackable {
  /// The name of the experiment in analytics.
  var experimentalGroupKey: String { get }
  /// The name of the group of the user in analytics.
  var experimentalGroupValue: String { get }
  /// Whether the group of the user is reported.
  var shouldTrack: Bool { get }
}

extension ExperimentalGroupTrackable where Self: RemoteValue {
  /// Always true.
  public var shouldTrack: Bool { true }
}

extension ExperimentalGroupTrackable where Self: BaselinableRemoteValue {
  /// False for a baseline, true otherwise.
  public var shouldTrack: Bool { !baseline }
}
