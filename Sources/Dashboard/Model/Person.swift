import Frame

/// The user for whom a flag service evaluates, as the texts of a form.
public struct Person: Hashable, Sendable {
  /// The user key; may be empty.
  public var key: String
  /// The attributes as a JSON object; empty for none.
  public var attributes: String
  /// The segments, separated by commas; empty if they have not been fetched.
  public var segments: String
  /// The sticky variations of the user's profile, as a JSON object; empty for none.
  public var profile: String

  /// Makes a user.
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
