import CoreTestSupport
import TestSupport
import Testing

@testable import FeatureFlags
@testable import Workbench

/// Tests which shares of users change variation when the biases of a test change.
struct VariationSharesTests {
  private static func feature(
    _ variations: [TestVariation],
    _ biases: [Double],
    enabled: Bool = true
  ) -> Feature {
    Feature(
      name: "T",
      enabled: enabled,
      testVariations: variations,
      testBiases: biases.map(Percentage.init(rawValue:))
    )
  }

  private static func moves(_ before: Feature, _ after: Feature) throws -> [VariationMove] {
    let old = try #require(VariationShares(before.definition))
    return old.moves(to: try #require(VariationShares(after.definition)))
  }

  @Test func `a roll-out from 10 to 20 percent moves 10 percent from Disabled to Enabled`() throws {
    let moves = try Self.moves(
      Self.feature([.enabled, .disabled], [10, 90]),
      Self.feature([.enabled, .disabled], [20, 80])
    )
    #expect(moves == [VariationMove(from: .disabled, to: .enabled, share: 10)])
  }

  @Test func `a new first variation moves users to it, and between the variations after it`() throws
  {
    let moves = try Self.moves(
      Self.feature(["A", "B"], [50, 50]),
      Self.feature(["C", "A", "B"], [20, 40, 40])
    )
    #expect(
      moves == [
        VariationMove(from: "A", to: "C", share: 20), VariationMove(from: "B", to: "A", share: 10),
      ]
    )
  }

  @Test func `disabling a test moves its users to no variation, or from Enabled to Disabled`()
    throws
  {
    let on = Self.feature(["A", "B"], [30, 70])
    let off = Self.feature(["A", "B"], [30, 70], enabled: false)
    #expect(
      try Self.moves(on, off) == [
        VariationMove(from: "A", to: nil, share: 30), VariationMove(from: "B", to: nil, share: 70),
      ]
    )
    let flag = Self.feature([.enabled, .disabled], [30, 70])
    let disabled = Self.feature([.enabled, .disabled], [30, 70], enabled: false)
    #expect(
      try Self.moves(flag, disabled) == [VariationMove(from: .enabled, to: .disabled, share: 30)]
    )
  }

  @Test func `a disabled flag that becomes an on/off test moves only the share of Enabled`() throws
  {
    let flag = Feature(name: "T")
    let test = Self.feature([.enabled, .disabled], [5, 95])
    #expect(
      try Self.moves(flag, test) == [VariationMove(from: .disabled, to: .enabled, share: 5)]
    )
  }

  @Test func `a last bias that is rounded differently moves no user`() throws {
    let moves = try Self.moves(
      Self.feature(["A", "B", "C"], [33.33, 33.33, 33.33]),
      Self.feature(["A", "B", "C"], [33.33, 33.33, 33.34])
    )
    #expect(moves == [])
  }

  @Test func `the shares of variations are unknown for a feature of a flag service`() {
    let service = Feature(service: "T", variations: [ServiceVariation("a")], given: "a")
    #expect(VariationShares(service.definition) == nil)
  }

  @Test func `a user gets the variation whose interval contains the assignment`() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<100 {
      let biases = Self.biases(&random)
      let feature = try Samples.test(variations: biases.indices.map { "V\($0)" }, biases: biases)
      let shares = try #require(VariationShares(feature.definition))
      let bounds = shares.segments.flatMap { [$0.bounds.lowerBound, $0.bounds.lowerBound.nextUp] }
      let assignments = (0..<50).map { _ in Double.random(in: 0..<100, using: &random) }
      for assignment in bounds + assignments + [Double(100).nextDown] {
        let index = try #require(Samples.index(of: assignment, in: feature))
        #expect(shares.variation(at: assignment) == feature.testVariations[index])
      }
      #expect(abs(shares.segments.reduce(0) { $0 + $1.share } - 100) < 1e-9)
    }
  }

  @Test
  func `for 200 random pairs of biases, the computed moves agree with counting a million users`()
    throws
  {
    var random = SeededGenerator(seed: 42)
    let users = Assignments(count: 1_000_000)
    for _ in 0..<200 {
      let (before, after) = (Self.biases(&random), Self.biases(&random))
      let moves = VariationShares(before).moves(to: VariationShares(after))
      let counts = users.moves(from: before, to: after)
      let pairs = Set(counts.keys).union(moves.map { Assignments.Pair($0) })
      for pair in pairs {
        let share = moves.first { Assignments.Pair($0) == pair }?.share ?? 0
        let counted = Double(counts[pair] ?? 0) / 10_000
        #expect(abs(share - counted) < 0.1, "\(before) → \(after), \(pair)")
      }
    }
  }

  /// Returns 2 to 6 biases that add up to 100, some of them 0, with up to two decimals.
  private static func biases(_ random: inout SeededGenerator) -> [Double] {
    let count = Int.random(in: 2...6, using: &random)
    let cuts = (1..<count).map { _ in Int.random(in: 0...10_000, using: &random) }.sorted()
    return zip([0] + cuts, cuts + [10_000]).map { Double($1 - $0) / 100 }
  }
}

extension VariationShares {
  /// Creates shares of variations that are named after their index.
  fileprivate init(_ biases: [Double]) {
    self.init(
      biases.indices.map { TestVariation(name: "V\($0)") },
      biases: biases.map(Percentage.init(rawValue:))
    )
  }
}

/// Users at evenly spaced positions, whose variations are counted one by one.
private struct Assignments {
  let count: Int

  /// The indexes of a user's variations before and after a change.
  struct Pair: Hashable {
    let from: Int
    let to: Int

    init(_ from: Int, _ to: Int) {
      self.from = from
      self.to = to
    }

    init(_ move: VariationMove) {
      func index(_ variation: TestVariation?) -> Int {
        variation.flatMap { Int($0.rawValue.dropFirst()) } ?? -1
      }
      self.init(index(move.from), index(move.to))
    }
  }

  /// Counts the users whose variation differs, with the upper bounds of the biases.
  func moves(from before: [Double], to after: [Double]) -> [Pair: Int] {
    var counts = [Int](repeating: 0, count: before.count * after.count)
    let (lower, upper) = (Self.bounds(before), Self.bounds(after))
    counts.withUnsafeMutableBufferPointer { counts in
      lower.withUnsafeBufferPointer { lower in
        upper.withUnsafeBufferPointer { upper in
          var user = 0
          while user < count {
            let position = (Double(user) + 0.5) * 100 / Double(count)
            var from = 0
            while position >= lower[from] { from += 1 }
            var to = 0
            while position >= upper[to] { to += 1 }
            counts[from * upper.count + to] += 1
            user += 1
          }
        }
      }
    }
    var pairs: [Pair: Int] = [:]
    for (index, count) in counts.enumerated() where count > 0 {
      let pair = Pair(index / after.count, index % after.count)
      if pair.from != pair.to { pairs[pair] = count }
    }
    return pairs
  }

  /// The upper bound of each variation's range of assignments; the last range that is not empty has no upper
  /// bound.
  private static func bounds(_ biases: [Double]) -> [Double] {
    var sum = 0.0
    var bounds = biases.map { bias in
      sum += bias
      return (sum * 1e9).rounded() / 1e9
    }
    if let last = biases.lastIndex(where: { $0 > 0 }) { bounds[last] = .infinity }
    return bounds
  }
}
