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

/// Stores the variations that users get again.
///
/// A client reads a profile once for each call that decides, and saves it once if it has a new
/// variation. It may do so from several threads at once.
public protocol UserProfileService: OPTUserProfileService, Sendable {
  /// Returns the profile of a user.
  ///
  /// - Parameter userId: The identifier of the user.
  /// - Returns: The profile; `nil` if the user has none.
  /// - Throws: The reason why it cannot be read; the decision is then made without it.
  func profile(of userId: String) throws(OptimizelyError) -> UserProfile?

  /// Stores the variations of a profile, beside those of other experiments that are stored already.
  ///
  /// Another thread may have saved some since this one read the profile.
  ///
  /// - Parameter userProfile: The profile.
  /// - Throws: The reason why it cannot be stored; the decision is valid all the same.
  func save(_ userProfile: UserProfile) throws(OptimizelyError)
}
