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
}
