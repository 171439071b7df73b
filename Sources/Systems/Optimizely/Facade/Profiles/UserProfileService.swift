/// Stores the sticky variations of a client's users: a ``FileUserProfileService``, or an adapter of
/// the app's service.
protocol UserProfileService: Sendable {
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

/// Stores the profiles of a client in an app's user profile service.
///
/// Unchecked: the SDK's protocol does not require `Sendable`, but documents that any thread may
/// call it.
struct AppUserProfileService: UserProfileService, @unchecked Sendable {
  let service: any OPTUserProfileService

  func profile(of userId: String) throws(OptimizelyError) -> UserProfile? {
    guard let record = service.lookup(userId: userId) else { return nil }
    guard let profile = UserProfile(record: record, userId: userId) else {
      throw .userProfileInvalid
    }
    return profile
  }

  func save(_ userProfile: UserProfile) {
    var record = service.lookup(userId: userProfile.userId) ?? [:]
    record.merge(userProfile.record) { $1 }
    service.save(userProfile: record)
  }
}
