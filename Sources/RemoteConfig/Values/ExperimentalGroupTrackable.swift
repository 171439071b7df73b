/// A value whose users are told apart in analytics.
public protocol ExperimentalGroupTrackable {
  /// What analytics calls the experiment.
  var experimentalGroupKey: String { get }
  /// What analytics calls the group that the user is in.
  var experimentalGroupValue: String { get }
  /// Whether the user is put into the group.
  var shouldTrack: Bool { get }
}

extension ExperimentalGroupTrackable where Self: RemoteValue {
  /// Always.
  public var shouldTrack: Bool { true }
}

extension ExperimentalGroupTrackable where Self: BaselinableRemoteValue {
  /// Unless the value is a baseline.
  public var shouldTrack: Bool { !baseline }
}
