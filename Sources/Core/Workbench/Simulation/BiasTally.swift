import FeatureFlags

/// Counts the users of each variation of one test with biases, one block of users at a time.
struct BiasTally {
  private typealias Lanes = AssignmentHash.Lanes

  private let hash: AssignmentHash
  /// The largest hash in each interval except the last; a user belongs to the first interval whose limit
  /// is at least the hash of the user.
  private let limits: [UInt32]
  /// The index of the variation of each interval.
  private let variations: [Int]
  /// For each limit, the number of users whose hash is at most the limit; the last element is the number
  /// of all users.
  private var counts: [Int]

  /// Creates empty counts for an enabled test with biases.
  init(_ definition: FlagDefinition) {
    hash = AssignmentHash(definition.name)
    let intervals = VariationRanges(biases: definition.testBiases).intervals
    variations = intervals.map(\.index)
    limits = intervals.dropLast().map { Self.lastHash(below: $0.bounds.upperBound) }
    counts = Array(repeating: 0, count: intervals.count)
  }

  /// Returns the largest hash whose assignment is below the given bound, which is greater than 0.
  private static func lastHash(below bound: Double) -> UInt32 {
    var (low, high) = (UInt32.min, UInt32.max)
    while low < high {
      let middle = low + (high - low) / 2 + 1
      if UserAssignment.number(hash: middle) < bound { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Adds users whose keys have the same length modulo 4.
  ///
  /// - Parameters:
  ///   - keys: The hashes of the keys, eight per element.
  ///   - offset: The length of each key modulo 4, which is the number of bytes after its last complete
  ///     word.
  ///   - count: The number of users; further lanes of the last element are ignored.
  mutating func add(_ keys: [AssignmentHash.Keys], offset: Int, count: Int) {
    guard !counts.isEmpty else { return }
    counts[counts.count - 1] += count
    let words = hash.words(after: offset)
    let rest = count % Lanes.scalarCount
    let blocks = count / Lanes.scalarCount
    keys.withUnsafeBufferPointer { keys in
      for (index, limit) in limits.enumerated() {
        counts[index] += Self.users(below: limit, words, keys[..<blocks])
      }
      guard rest > 0 else { return }
      let values = words.values(keys[blocks])
      for (index, limit) in limits.enumerated() {
        counts[index] += (0..<rest).count { values[$0] <= limit }
      }
    }
  }

  /// Counts the users whose hash is at most the limit; all lanes of the keys are used.
  private static func users(
    below limit: UInt32,
    _ words: AssignmentHash.Words,
    _ keys: Slice<UnsafeBufferPointer<AssignmentHash.Keys>>
  ) -> Int {
    let bound = Lanes(repeating: limit)
    var sum = Lanes()
    for block in keys {
      sum.replace(with: sum &+ 1, where: words.values(block) .<= bound)
    }
    return Int(sum.wrappedSum())
  }

  /// Adds the counts of another tally of the same test.
  mutating func add(_ other: BiasTally) {
    for index in counts.indices { counts[index] += other.counts[index] }
  }

  /// Returns the number of users of each variation.
  func users(variationCount: Int) -> [Int] {
    var users = Array(repeating: 0, count: variationCount)
    var before = 0
    for (variation, count) in zip(variations, counts) {
      users[variation] += count - before
      before = count
    }
    return users
  }
}
