/// The settings with which flags are evaluated.
public struct FlagdSettings: Hashable, Sendable {
  /// The algorithm of `fractional`.
  public var generation: FractionalGeneration
  /// The time of each evaluation, in seconds since 1970; `nil` for the current time.
  public var timestamp: Int?

  /// Creates settings; by default flags are evaluated at the current time like flagd 0.16 does.
  public init(generation: FractionalGeneration = .v2, timestamp: Int? = nil) {
    self.generation = generation
    self.timestamp = timestamp
  }
}
