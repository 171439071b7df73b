public import Usages

/// The state of a search for the usages of a feature in source code.
public enum UsageProgress: Equatable, Sendable {
  /// The search is running; the share of the work that is done, from 0 to 1.
  case searching(Double)
  /// The search has ended.
  case found(UsageReport)
  /// The code cannot be searched, for the given reason.
  case failed(String)
}
