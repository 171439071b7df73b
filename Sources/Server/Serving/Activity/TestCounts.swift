import FeatureFlags
import Workbench

import struct FoundationEssentials.Date

/// The numbers of users of one test by variation and split, with the users who have got several variations.
struct TestCounts: Sendable {
  enum Limit {
    /// The number of users with several variations that are listed.
    static let unsteady = 32
    static let variations = 64
    static let groups = 64
  }

  /// The rule and the reason of a result: users with the same rule and the same reason have the same
  /// split.
  struct GroupName: Hashable {
    let rule: String?
    let reason: String
  }

  /// The users to whom one split has assigned variations.
  private struct Group {
    let name: GroupName
    let split: ExpectedSplit
    /// The number of users by the index of their variation.
    var counts: [Int]
  }

  /// The time of the first result.
  let start: Date
  /// The names of the variations: first those of the test in its order, then others in the order of
  /// their first results.
  private(set) var variations: [String]
  private var groups: [Group] = []
  var overridden = DistinctUsers()
  /// The estimates of the number of users of each variation; empty while all users are counted exactly.
  private(set) var sketches: [DistinctSketch] = []
  /// Whether further users were not counted, because too little memory is free.
  var isPartial = false
  private var unsteadyCount = 0
  /// The users who have got several variations, the earliest one first.
  private var unsteady: [UnsteadyUser] = []

  init(variations: [String], start: Date) {
    self.start = start
    self.variations = Array(variations.prefix(Limit.variations))
  }

  /// Returns the index of a variation, which is added if it is new; `nil` if there are too many.
  mutating func index(of variation: String) -> UInt8? {
    if let index = variations.firstIndex(of: variation) { return UInt8(index) }
    guard variations.count < Limit.variations else { return nil }
    variations.append(variation)
    for index in groups.indices { groups[index].counts.append(0) }
    if !sketches.isEmpty { sketches.append(DistinctSketch()) }
    return UInt8(variations.count - 1)
  }

  /// Returns the index of a group, which is added if it is new; `nil` if there are too many.
  mutating func index(of name: GroupName, split: () -> ExpectedSplit) -> UInt8? {
    if let index = groups.firstIndex(where: { $0.name == name }) { return UInt8(index) }
    guard groups.count < Limit.groups else { return nil }
    let counts = Array(repeating: 0, count: variations.count)
    groups.append(Group(name: name, split: split(), counts: counts))
    return UInt8(groups.count - 1)
  }

  /// Adds users to a group; a negative count removes them.
  mutating func add(_ count: Int, group: UInt8, variation: UInt8) {
    groups[Int(group)].counts[Int(variation)] += count
  }

  /// Adds a user, whose earlier results are not known, to the estimate of a variation.
  mutating func estimate(_ user: UInt64, variation: UInt8) {
    sketches[Int(variation)].insert(user)
  }

  /// Switches from exact numbers to estimates, which start with the users that were counted exactly.
  mutating func beginEstimates(of users: some Sequence<(hash: UInt64, variation: UInt8)>) {
    sketches = Array(repeating: DistinctSketch(), count: variations.count)
    for user in users { estimate(user.hash, variation: user.variation) }
  }

  /// Counts a user with several variations; only the first ones are listed.
  mutating func addUnsteady(_ user: @autoclosure () -> UnsteadyUser) {
    unsteadyCount += 1
    if unsteady.count < Limit.unsteady { unsteady.append(user()) }
  }

  /// The approximate memory, in bytes.
  var memory: Int { sketches.count * DistinctSketch.memory + overridden.memory }
}

// MARK: Summary

extension TestCounts {
  /// The users by variation, compared with the expected shares.
  var summary: TestUsers {
    let counts = variations.indices.map { index in groups.reduce(0) { $0 + $1.counts[index] } }
    let compared = Double(counts.reduce(0, +))
    let expected = expectedCounts
    let shown = sketches.isEmpty ? counts : sketches.map(\.count)
    let rows = variations.indices.map { index in
      TestUsers.Row(
        variations[index],
        users: shown[index],
        share: compared > 0 ? Double(counts[index]) / compared : nil,
        expected: expected.map { $0[index] / compared }
      )
    }
    return TestUsers(
      rows: rows,
      total: shown.reduce(0, +),
      precision: isPartial ? .atLeast : sketches.isEmpty ? .exact : .estimated,
      overridden: overridden.count,
      fit: fit,
      unsteady: unsteady,
      unsteadyCount: unsteadyCount,
      start: start
    )
  }

  /// The number of users that the splits intend for each variation; `nil` if a split is unknown, or if
  /// there are no users.
  private var expectedCounts: [Double]? {
    var expected = Array(repeating: 0.0, count: variations.count)
    for group in groups {
      let users = Double(group.counts.reduce(0, +))
      guard users > 0 else { continue }
      guard let shares = group.split.shares else { return nil }
      for (index, name) in variations.enumerated() {
        expected[index] += users * (shares[name] ?? 0)
      }
    }
    return expected.contains { $0 > 0 } ? expected : nil
  }

  /// The chi-squared test of all splits together.
  ///
  /// The sum of independent chi-squared statistics has a chi-squared distribution, whose degrees of
  /// freedom are the sum of theirs.
  private var fit: TestUsers.Fit {
    var tests: [ChiSquared] = []
    var users = 0
    for group in groups {
      guard let shares = group.split.shares else { continue }
      let weights = variations.map { shares[$0] ?? 0 }
      guard let test = ChiSquared(counts: group.counts, shares: weights) else { continue }
      tests.append(test)
      users += group.counts.reduce(0, +)
    }
    guard groups.contains(where: { $0.split.shares != nil }) else { return .unknown }
    guard users >= TestUsers.leastUsers, let sum = ChiSquared(sumOf: tests) else { return .tooFew }
    return sum.pValue < TestUsers.leastProbability ? .differs(p: sum.pValue) : .fits(p: sum.pValue)
  }
}
