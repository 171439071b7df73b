/// The variations that a user is to get again, whatever becomes of audiences and traffic.
public struct UserProfile: Hashable, Sendable {
  /// The identifier of the user.
  public let userId: String
  /// Variation identifiers by experiment identifier.
  public var variations: [String: String]

  /// Makes a profile.
  public init(userId: String, variations: [String: String] = [:]) {
    self.userId = userId
    self.variations = variations
  }
}

/// Keeps the variations that users are to get again.
///
/// A client asks once for each call that decides, and saves once if something new is to be kept. It
/// may do so from several threads at once.
public protocol UserProfileService: Sendable {
  /// Looks a user up.
  ///
  /// - Parameter userId: The identifier of the user.
  /// - Returns: What is kept; `nil` if nothing is.
  /// - Throws: Why it cannot be read; the decision is made without it then.
  func lookup(userId: String) throws(OptimizelyError) -> UserProfile?

  /// Keeps the variations of a profile, beside those of other experiments that are kept already.
  ///
  /// Another thread may have saved some since this one looked the user up.
  ///
  /// - Parameter userProfile: The profile.
  /// - Throws: Why it cannot be kept; the decision counts all the same.
  func save(_ userProfile: UserProfile) throws(OptimizelyError)
}
