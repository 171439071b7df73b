package import FeatureFlags

/// The contents of the user dialog: the user for whom a flag service evaluates, as text.
public struct UserFields: Hashable, Sendable {
  /// The user key; may be empty.
  public var key: String
  /// The attributes as a JSON object; empty if there are none.
  public var attributes: String
  /// The segments, separated by commas; empty if they are unknown.
  public var segments: String
  /// The sticky variations of the user profile as a JSON object; empty if there are none.
  public var profile: String

  /// Creates the contents of the dialog; all fields except the user key are empty by default.
  public init(
    key: String,
    attributes: String = "",
    segments: String = "",
    profile: String = ""
  ) {
    self.key = key
    self.attributes = attributes
    self.segments = segments
    self.profile = profile
  }
}

extension UserFields {
  /// Creates the contents of the dialog from a user.
  package init(_ user: EvaluationContext) {
    let profile = user.profile.mapValues(AttributeValue.string)
    self.init(
      key: user.targetingKey ?? "",
      attributes: user.attributes.isEmpty ? "" : AttributeValue.object(user.attributes).description,
      segments: (user.segments ?? []).sorted().joined(separator: ", "),
      profile: profile.isEmpty ? "" : AttributeValue.object(profile).description
    )
  }
}
