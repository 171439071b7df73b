import FeatureFlags

package import struct FoundationEssentials.Date

/// The number of evaluations in each of the last 60 intervals of 10 seconds, for a sparkline.
package struct EvaluationRates: Hashable, Sendable {
  /// The length of an interval, in seconds.
  package static let interval = 10
  /// The number of intervals.
  package static let length = 60

  /// The counts by the number of the interval modulo the length; empty before the first count.
  private var counts: [UInt32] = []
  /// The number of the last interval with a count, since 1970.
  private var last = 0

  package init() {}

  /// Adds evaluations at a time; evaluations that are older than all stored intervals are dropped.
  package mutating func add(_ count: Int, at date: Date) {
    let number = Self.number(of: date)
    if counts.isEmpty {
      counts = Array(repeating: 0, count: Self.length)
      last = number
    }
    guard number > last - Self.length else { return }
    if number > last {
      for passed in max(last + 1, number - Self.length + 1)...number { counts[index(passed)] = 0 }
      last = number
    }
    let sum = UInt64(counts[index(number)]) + UInt64(max(count, 0))
    counts[index(number)] = UInt32(clamping: sum)
  }

  /// Returns the counts of the last 60 intervals up to a time, the oldest first.
  ///
  /// - Parameters:
  ///   - date: A time in the last interval.
  ///   - start: The time since which evaluations are counted.
  /// - Returns: The counts; `nil` for an interval before `start`.
  package func columns(until date: Date, since start: Date) -> [Int?] {
    let (end, first) = (Self.number(of: date), Self.number(of: start))
    return (end - Self.length + 1...end).map { number in
      if number < first { return nil }
      let isKnown = !counts.isEmpty && number <= last && number > last - Self.length
      return isKnown ? Int(counts[index(number)]) : 0
    }
  }

  private func index(_ number: Int) -> Int { number % Self.length }

  private static func number(of date: Date) -> Int {
    max(Int(date.timeIntervalSince1970), 0) / interval
  }
}

extension Int {
  /// The maximum of a count, so that a sum of thousands of counts does not overflow.
  package static let largestCount = 1_000_000_000_000_000

  /// Adds a number that a client reports; the sum is limited to ``largestCount``.
  package mutating func add(count: Int) {
    let (sum, overflows) = addingReportingOverflow(count)
    self = overflows ? Self.largestCount : Swift.min(sum, Self.largestCount)
  }
}
