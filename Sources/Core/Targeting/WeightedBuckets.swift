package import FeatureFlags

/// Consecutive ranges of buckets, one for each entry of a weighted distribution.
package struct WeightedBuckets: Hashable, Sendable {
  /// The exclusive end of each range; ascending.
  package let ends: [Int]

  /// Creates the ranges for weights, none of which is negative; `nil` if the sum of the weights exceeds
  /// `limit`.
  package init?(weights: [Int], limit: Int = .max) {
    var ends: [Int] = []
    ends.reserveCapacity(weights.count)
    var sum = 0
    for weight in weights {
      let (end, isTooLarge) = sum.addingReportingOverflow(weight)
      guard !isTooLarge, end <= limit else { return nil }
      sum = end
      ends.append(sum)
    }
    self.ends = ends
  }

  /// The number of buckets.
  package var count: Int { ends.last ?? 0 }

  /// Returns the index of the entry to which a bucket belongs; `nil` if the bucket is after all ranges.
  package func index(of bucket: Int) -> Int? { ends.firstIndex { bucket < $0 } }

  /// Returns a ruler for an explanation, which shows the ranges and the bucket of a user.
  ///
  /// - Parameters:
  ///   - bucket: The bucket, from 0.
  ///   - names: The names of the entries.
  ///   - firstNumber: The number of the first bucket in the notation of the flag service, 0 or 1.
  /// - Returns: The ruler.
  package func ruler(
    at bucket: Int,
    names: [String?],
    firstNumber: Int = 0
  ) -> Explanation.Ruler {
    let starts = [0] + ends.dropLast()
    let ranges = zip(zip(starts, ends), names).map { range, name in
      Explanation.Ruler.Range(start: range.0, end: range.1, name: name)
    }
    return Explanation.Ruler(
      position: bucket,
      length: count,
      firstNumber: firstNumber,
      ranges: ranges
    )
  }
}
