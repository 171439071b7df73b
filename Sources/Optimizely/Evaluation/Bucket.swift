import FeatureFlags

/// Places users among 10,000 buckets.
package enum Bucket {
  /// How many buckets there are.
  package static let count = 10_000

  /// The bucket of a user for a rule, group or holdout: 0..<10,000.
  package static func number(of bucketingID: String, in entityID: String) -> Int {
    number(of: hash(of: bucketingID), in: entityID)
  }

  /// What of a bucket depends on the user alone.
  static func hash(of bucketingID: String) -> MurmurHash3 {
    var hash = MurmurHash3(seed: 1)
    hash.combine(bucketingID)
    return hash
  }

  /// The bucket of a user whose part of the hash is known.
  static func number(of user: MurmurHash3, in entityID: String) -> Int {
    var hash = user
    hash.combine(entityID)
    return Int((UInt64(hash.value) * UInt64(count)) >> 32)
  }
}
