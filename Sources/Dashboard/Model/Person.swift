import Frame

/// The user for whom a flag service decides, as a tester writes it down.
public struct Person: Hashable, Sendable {
  /// The identifier; it may be empty.
  public var key: String
  /// The attributes as a JSON object; empty for none.
  public var attributes: String
  /// The segments, with commas between them; empty while nobody has asked for them.
  public var segments: String
  /// The variations that the user's profile keeps, as a JSON object; empty for none.
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
