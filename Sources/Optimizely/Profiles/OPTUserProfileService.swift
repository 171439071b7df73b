/// A user profile as a dictionary: `user_id`, and `experiment_bucket_map` with the `variation_id`
/// of each experiment.
public typealias UPProfile = [String: Any]

/// Stores user profiles: the protocol of the Swift SDK for services of an app.
///
/// The client calls the methods from any thread. New code conforms to ``UserProfileService``, which
/// has typed profiles and errors.
public protocol OPTUserProfileService {
  /// A user profile as a dictionary with the keys `user_id` and `experiment_bucket_map`.
  typealias UPProfile = [String: Any]
  /// The sticky variations of a user profile (`experiment_bucket_map`), by experiment id.
  typealias UPBucketMap = [String: UPExperimentMap]
  /// The sticky variation of one experiment: a dictionary with the key `variation_id`.
  typealias UPExperimentMap = [String: String]

  /// Returns the stored profile of a user; `nil` if the user has none.
  func lookup(userId: String) -> UPProfile?

  /// Stores the profile of a user, and replaces an earlier profile.
  func save(userProfile: UPProfile)
}

extension UserProfileService {
  /// Returns the stored profile of a user; `nil` if there is none, or it cannot be read.
  public func lookup(userId: String) -> UPProfile? {
    // The SDK's protocol cannot throw: an unreadable profile is treated as missing.
    (try? profile(of: userId))?.record
  }

  /// Stores the profile of a user; a malformed profile is ignored.
  public func save(userProfile: UPProfile) {
    guard let profile = UserProfile(record: userProfile) else { return }
    // The SDK's protocol cannot throw: without the stored variation, the next decision buckets the
    // user again.
    try? save(profile)
  }
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

extension UserProfile {
  /// Parses a profile in the dictionary format of the SDKs; `nil` if it is malformed.
  ///
  /// The user id in the dictionary is optional if `userId` is given.
  init?(record: [String: Any], userId: String? = nil) {
    guard let userId = userId ?? record["user_id"] as? String else { return nil }
    let entry = record["experiment_bucket_map"] ?? [String: [String: Any]]()
    guard let map = entry as? [String: [String: Any]] else { return nil }
    let variations = map.compactMapValues { $0["variation_id"] as? String }
    self.init(userId: userId, variations: variations)
  }

  /// The profile in the dictionary format of the SDKs.
  var record: [String: Any] {
    [
      "user_id": userId,
      "experiment_bucket_map": variations.mapValues { ["variation_id": $0] },
    ]
  }
}
