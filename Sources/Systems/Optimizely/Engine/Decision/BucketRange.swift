import FeatureFlags

/// The buckets that a traffic allocation assigns to one outcome.
public struct BucketRange: Hashable, Sendable {
  /// The first bucket of the range, from 0.
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

extension [BucketRange] {
  /// The ranges as lines of text; the range that contains the bucket is marked.
  func lines(at bucket: Int) -> [String] {
    map { range in
      let isHit = range.start <= bucket && bucket < range.end
      return "\(isHit ? ">" : " ") \(range.start)..<\(range.end) \(range.name ?? "not allocated")"
    }
  }

  /// The ranges as a ruler with the bucket of a user.
  ///
  /// - Parameters:
  ///   - bucket: The bucket of the user, from 0 to below `length`.
  ///   - length: The number of buckets.
  /// - Returns: The ruler, in which an empty range has the length 0.
  func ruler(at bucket: Int, length: Int) -> Explanation.Ruler {
    let ranges = map {
      Explanation.Ruler.Range(start: $0.start, end: Swift.max($0.start, $0.end), name: $0.name)
    }
    return Explanation.Ruler(position: bucket, length: length, ranges: ranges)
  }
}
