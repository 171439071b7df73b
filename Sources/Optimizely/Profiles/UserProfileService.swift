/// The sticky variations of a user, which take precedence over audience conditions and traffic
/// allocation.
public struct UserProfile: Hashable, Sendable {
  /// The id of the user to whom the variations are assigned.
  public let userId: String
  /// The ids of the sticky variations, by experiment id.
  public var variations: [String: String]

  /// Creates a profile, by default without sticky variations.
  public init(userId: String, variations: [String: String] = [:]) {
    self.userId = userId
    self.variations = variations
  }
}

/// Stores the sticky variations of users.
///
/// A client reads a profile once per call that evaluates flags, and saves the profile once if there
/// is a new variation. It calls the service from several threads at once.
public protocol UserProfileService: OPTUserProfileService, Sendable {
  /// Returns the profile of a user.
  ///
  /// - Parameter userId: The id of the user.
  /// - Returns: The profile; `nil` if no profile of the user is stored.
  /// - Throws: The reason why the profile cannot be read; flags are then evaluated without sticky
  ///   variations.
  func profile(of userId: String) throws(OptimizelyError) -> UserProfile?

  /// Stores the variations of a profile, merged with the stored variations of other experiments.
  ///
  /// Merging is necessary because another thread may have saved variations since the profile was
  /// read.
  ///
  /// - Parameter userProfile: The profile, which can lack variations of other experiments.
  /// - Throws: The reason why the profile cannot be stored; the decision stays valid.
  func save(_ userProfile: UserProfile) throws(OptimizelyError)
}
