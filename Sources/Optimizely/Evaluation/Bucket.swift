import FeatureFlags

/// Computes the bucket of a user with MurmurHash3.
package enum Bucket {
  /// The number of buckets.
  package static let count = 10_000

  /// Returns the bucket of a user for a rule, group or holdout: 0..<10,000.
  package static func number(of bucketingID: String, in entityID: String) -> Int {
    number(of: hash(of: bucketingID), in: entityID)
  }

  /// Hashes the bucketing id, the first part of the hashed text; it is the same for all entities.
  static func hash(of bucketingID: String) -> MurmurHash3 {
    var hash = MurmurHash3(seed: 1)
    hash.combine(bucketingID)
    return hash
  }

  /// Returns the bucket of a user whose bucketing id is hashed already.
  static func number(of user: MurmurHash3, in entityID: String) -> Int {
    var hash = user
    hash.combine(entityID)
    return Int((UInt64(hash.value) * UInt64(count)) >> 32)
  }
}
