/// A user profile as a dictionary: `user_id`, and `experiment_bucket_map` with the `variation_id`
/// of each experiment.
public typealias UPProfile = [String: Any]

/// Stores user profiles: the protocol of the Swift SDK for services of an app.
///
/// The client calls the methods from several threads at once: `lookup` once per call that evaluates
/// flags, and `save`, after another `lookup`, only if there is a new sticky variation.
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
