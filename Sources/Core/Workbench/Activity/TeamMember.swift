public import FeatureFlags

public import struct FoundationEssentials.Date

/// A program that follows the overrides of a team now, such as a dashboard.
public struct TeamMember: Hashable, Sendable, Identifiable {
  /// The identifier of the running program, unique in its namespace.
  public let id: String
  /// The person and the machine, such as `ana@build-7`; `nil` if they are unknown.
  public let author: String?
  /// The name of the program, such as `halyard dashboard`; `nil` if it is unknown.
  public let program: String?
  /// The feature that the person has selected; `nil` for none.
  public var feature: Feature.Name?
  /// The time at which the program has started to follow the overrides.
  public let start: Date

  /// Creates a member.
  public init(
    id: String,
    author: String?,
    program: String?,
    feature: Feature.Name? = nil,
    start: Date
  ) {
    self.id = id
    self.author = author
    self.program = program
    self.feature = feature
    self.start = start
  }
}
