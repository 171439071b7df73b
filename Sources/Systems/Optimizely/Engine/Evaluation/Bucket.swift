import FeatureFlags

/// Computes the bucket of a user with MurmurHash3.
package enum Bucket {
  /// The number of buckets of every rule, group and holdout.
  package static let count = 10_000

  /// Returns the bucket of a user for a rule, group or holdout, in 0..<10,000.
  package static func number(of bucketingID: String, in entityID: String) -> Int {
    number(of: hash(of: bucketingID), in: entityID)
  }

  /// Hashes the bucketing id, the first part of the hashed text, which is the same for all
  /// entities.
  static func hash(of bucketingID: String) -> MurmurHash3 {
    var hash = MurmurHash3(seed: 1)
    hash.combine(bucketingID)
    return hash
  }

  /// Returns the bucket of a user whose bucketing id is already hashed.
  static func number(of user: MurmurHash3, in entityID: String) -> Int {
    var hash = user
    hash.combine(entityID)
    return Int((UInt64(hash.value) * UInt64(count)) >> 32)
  }
}
