extension Int {
  /// The largest count, which keeps the sum of thousands of counts from an overflow.
  package static let largestCount = 1_000_000_000_000_000

  /// Adds to a count that clients report, up to ``largestCount``.
  package mutating func add(count: Int) {
    let (sum, overflows) = addingReportingOverflow(count)
    self = overflows ? Self.largestCount : Swift.min(sum, Self.largestCount)
  }
}
