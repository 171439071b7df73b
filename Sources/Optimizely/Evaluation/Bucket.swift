import FeatureFlags

/// Places users among 10,000 buckets.
package enum Bucket {
  /// How many buckets there are.
  package static let count = 10_000

  /// The bucket of a user for a rule, group or holdout: 0..<10,000.
  package static func number(of bucketingID: String, in entityID: String) -> Int {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(bucketingID.utf8.count + entityID.utf8.count)
    bytes.append(contentsOf: bucketingID.utf8)
    bytes.append(contentsOf: entityID.utf8)
    return Int((UInt64(MurmurHash3.hash(bytes, seed: 1)) * UInt64(count)) >> 32)
  }
}
