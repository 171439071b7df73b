import FeatureFlags

/// Computes the bucket of a user with MurmurHash3.
package enum Bucket {
  /// The number of buckets of every rule, group and holdout.
  package static let count = 10_000

  /// Returns the bucket of a user for a rule, group or holdout, in 0..<10,000.
  package static func number(of bucketingID: String, in entityID: String) -> Int {
    number(of: hash(of: bucketingID), in: entityID)
  }

  /// Hashes the bucketing id, which is the first part of the hashed text for all rules, groups and
  /// holdouts.
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

/// A range of buckets in a traffic allocation, and the variation or experiment to which the range is
/// allocated.
public struct BucketRange: Hashable, Sendable {
  /// The first bucket of the range, counted from 0.
  public let start: Int
  /// The exclusive end of the range; a range that ends before its start is empty.
  public let end: Int
  /// The key of the variation or experiment; `nil` if the range is not allocated.
  public let name: String?
  /// The id of the variation or experiment; can be an id that is missing from the datafile.
  let entityID: String

  /// Returns consecutive ranges for the ends of a traffic allocation.
  static func all(_ ranges: [(end: Int, name: String?, entityID: String)]) -> [BucketRange] {
    var start = 0
    return ranges.map { range in
      defer { start = max(start, range.end) }
      return BucketRange(start: start, end: range.end, name: range.name, entityID: range.entityID)
    }
  }
}
