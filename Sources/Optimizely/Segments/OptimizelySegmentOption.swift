/// How segments are fetched.
public enum OptimizelySegmentOption: Int, CaseIterable, Hashable, Sendable {
  /// What is remembered is not looked at, and what comes is not remembered.
  case ignoreCache
  /// The segments of all users are forgotten first.
  case resetCache
}
