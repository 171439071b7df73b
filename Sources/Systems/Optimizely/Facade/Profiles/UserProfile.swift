import Documents
import FeatureFlags

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

  /// Parses a profile in the JSON format of the SDKs; `nil` if it is malformed.
  init?(_ record: Node) {
    guard let userId = record["user_id"]?.string,
      let experiments = record["experiment_bucket_map"]?.members
    else { return nil }
    let pairs = experiments.compactMap { member in
      member.node["variation_id"]?.string.map { (member.key, $0) }
    }
    self.init(userId: userId, variations: Dictionary(pairs) { $1 })
  }

  /// The profile in the format of the SDKs, as JSON.
  var json: JSONValue {
    let experiments = variations.sorted { $0.key < $1.key }.map { experiment, variation in
      (key: experiment, value: JSONValue.object([("variation_id", .string(variation))]))
    }
    return .object([
      ("user_id", .string(userId)), ("experiment_bucket_map", .object(experiments)),
    ])
  }
}

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
