import FeatureFlags
import TestSupport
import Testing
import Workbench

import struct FoundationEssentials.Date

@testable import Serving

/// Tests the counts of the users of a test, and their comparison with the expected shares.
struct TestTallyTests {
  private static let start = Date(timeIntervalSince1970: 1_700_000_000)
  private static let half = ExpectedSplit(shares: ["a": 0.5, "b": 0.5])

  /// A tally with its environment.
  private struct Counted {
    var tally: TestTally
    var contexts = RecordedContexts()
    var split = half
    var hasMemory = true

    init(_ variations: [TestVariation] = ["a", "b"]) {
      let feature = Feature(
        service: "t",
        variations: variations.map { ServiceVariation($0) },
        given: nil
      )
      tally = TestTally(feature.definition, start: start)
    }

    mutating func record(
      _ key: String,
      _ variation: String,
      attributes: [String: AttributeValue] = [:],
      isOverridden: Bool = false,
      rule: String? = nil,
      epoch: UInt16 = 0,
      after seconds: Double = 0
    ) {
      let result = TestTally.Result(
        context: EvaluationContext(targetingKey: key, attributes: attributes),
        key: key,
        variation: variation,
        isOverridden: isOverridden,
        group: TestCounts.GroupName(rule: rule, reason: "SPLIT"),
        epoch: epoch,
        date: start.addingTimeInterval(seconds)
      )
      tally.record(result, &contexts, hasMemory: hasMemory) { [split] in split }
    }

    var users: TestUsers { tally.counts.summary }
  }

  @Test func `each user is counted once, with the actual and the expected share of each variation`()
  {
    var counted = Counted()
    for _ in 1...3 {
      for number in 0..<100 { counted.record("u\(number)", number < 30 ? "a" : "b") }
    }
    let users = counted.users
    #expect(users.total == 100 && users.precision == .exact)
    #expect(users.rows.map(\.users) == [30, 70])
    #expect(users.rows.map(\.share) == [0.3, 0.7])
    #expect(users.rows.map(\.expected) == [0.5, 0.5])
    #expect(users.fit == .tooFew)
  }

  @Test func `a user who has the same variation by another rule counts for the new rule`() {
    var counted = Counted()
    counted.record("u1", "a", rule: "first")
    counted.split = ExpectedSplit(shares: ["a": 1, "b": 0])
    counted.record("u1", "a", rule: "second", epoch: 1)
    #expect(counted.users.rows.map(\.expected) == [1, 0])
    #expect(counted.users.total == 1)
  }

  @Test func `users with overrides are counted separately`() {
    var counted = Counted()
    for number in 0..<10 { counted.record("u\(number)", "a") }
    for number in 5..<5_000 { counted.record("u\(number)", "b", isOverridden: true) }
    let users = counted.users
    #expect(users.rows.map(\.users) == [10, 0] && users.unsteadyCount == 0)
    #expect(abs(users.overridden - 4_995) < 150)
  }

  @Test func `a wrong split of users is detected, and a correct split is never reported as wrong`()
  {
    var accused = 0
    for seed in 0..<100 {
      var generator = SeededGenerator(seed: UInt64(seed))
      var (right, wrong) = (Counted(), Counted())
      for number in 0..<5_000 {
        if number % 100 == 0, case .differs = right.users.fit { accused += 1 }
        right.record("u\(number)", Double.random(in: 0..<1, using: &generator) < 0.5 ? "a" : "b")
        wrong.record("u\(number)", Double.random(in: 0..<1, using: &generator) < 0.55 ? "a" : "b")
      }
      guard case .differs(let p) = wrong.users.fit else {
        Issue.record("55:45 fits, with the seed \(seed)")
        continue
      }
      #expect(p < TestUsers.leastProbability)
    }
    #expect(accused == 0)
  }

  @Test func `the users of each rule are compared with the split of that rule`() {
    var counted = Counted()
    counted.split = ExpectedSplit(shares: ["a": 1])
    for number in 0..<1_000 { counted.record("gold\(number)", "a", rule: "gold") }
    #expect(counted.users.fit == .tooFew, "a rule with a single variation cannot deviate")
    counted.split = Self.half
    for number in 0..<1_000 {
      counted.record("u\(number)", number % 2 == 0 ? "a" : "b", rule: "test")
    }
    #expect(counted.users.rows.map(\.users) == [1_500, 500])
    #expect(counted.users.rows.map(\.expected) == [0.75, 0.25])
    #expect(counted.users.fit == .fits(p: 1))
    counted.split = ExpectedSplit(shares: nil)
    counted.record("other", "b", rule: "unknown")
    #expect(counted.users.rows.map(\.expected) == [nil, nil])
    #expect(counted.users.fit == .fits(p: 1))
  }

  @Test func `the numbers of users are not compared if the expected shares are unknown`() {
    var counted = Counted()
    counted.split = ExpectedSplit(shares: nil)
    for number in 0..<1_000 { counted.record("u\(number)", "a") }
    #expect(counted.users.fit == .unknown)
  }

  // MARK: Unsteady users

  @Test func `a user with two variations is listed once, with both contexts`() throws {
    var counted = Counted()
    for number in 0..<50 { counted.record("u\(number)", "a", attributes: ["plan": "gold"]) }
    for time in 1...3 {
      counted.record("u7", "b", attributes: ["plan": "free", "age": 3], after: Double(time))
    }
    counted.record("u8", "a", attributes: ["plan": "free"])
    let users = counted.users
    #expect(users.unsteadyCount == 1 && users.rows.map(\.users) == [50, 0])
    let user = try #require(users.unsteady.first)
    #expect(user.key == "u7" && user.first.variation == "a" && user.second.variation == "b")
    #expect(user.first.date == Self.start && user.second.date == Self.start.addingTimeInterval(1))
    #expect(user.differingAttributes == ["age", "plan"])
  }

  @Test func `a user is not listed if an override or the source has changed the variation`() {
    var counted = Counted()
    for number in 0..<50 { counted.record("u\(number)", "a") }
    for number in 0..<20 { counted.record("u\(number)", "b", epoch: 1) }
    #expect(counted.users.rows.map(\.users) == [30, 20] && counted.users.unsteadyCount == 0)
    counted.record("u40", "a", epoch: 1)
    counted.record("u40", "b", epoch: 1)
    #expect(counted.users.unsteady.map(\.key) == ["u40"])
  }

  @Test func `at most 32 of the users with several variations are listed, and all are counted`() {
    var counted = Counted()
    for variation in ["a", "b"] {
      for number in 0..<200 { counted.record("u\(number)", variation) }
    }
    #expect(counted.users.unsteady.count == 32 && counted.users.unsteadyCount == 200)
  }

  @Test func `users are still counted when the memory for their contexts is used up`() throws {
    var counted = Counted()
    let text = AttributeValue.string(String(repeating: "x", count: 1_500))
    for variation in ["a", "b"] {
      for number in 0..<500 {
        counted.record(
          "u\(number)",
          variation,
          attributes: ["n": .number(Double(number)), "t": text]
        )
      }
    }
    #expect(counted.users.unsteady.allSatisfy { $0.first.context != nil })
    counted.record("late", "a", attributes: ["t": text])
    #expect(counted.users.total == 501)
  }

  // MARK: Estimates

  @Test
  func `the number of users above 10,000 is estimated, and the first 10,000 determine the shares`()
  {
    var counted = Counted()
    for number in 0..<50_000 { counted.record("u\(number)", number % 4 == 0 ? "a" : "b") }
    let users = counted.users
    #expect(users.precision == .estimated)
    #expect(abs(users.rows[0].users - 12_500) < 400 && abs(users.rows[1].users - 37_500) < 1_200)
    #expect(users.rows.map(\.share) == [0.25, 0.75])
    guard case .differs = users.fit else { return #expect(Bool(false), "\(users.fit)") }
    #expect(counted.tally.memory < 500_000)
  }

  @Test func `without free memory, further users are not counted`() {
    var counted = Counted()
    for number in 0..<100 { counted.record("u\(number)", "a") }
    counted.hasMemory = false
    for number in 0..<200 { counted.record("u\(number)", "a") }
    #expect(counted.users.precision == .atLeast && counted.users.total == 100)
  }

  @Test func `the estimate of a million users is within 3 percent`() {
    for seed in 0..<(Effort.isFull ? 100 : 3) {
      var generator = SeededGenerator(seed: UInt64(seed))
      var sketch = DistinctSketch()
      for _ in 0..<1_000_000 { sketch.insert(generator.next()) }
      #expect(abs(Double(sketch.count) / 1_000_000 - 1) < 0.03)
      for _ in 0..<10 { sketch.insert(0) }
    }
    #expect(DistinctSketch().count == 0)
  }

  // MARK: Sparkline

  @Test func `a sparkline has a column for each 10 seconds, and distinguishes missing data from 0`()
  {
    var curve = EvaluationRates()
    func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_700_000_000 + seconds) }
    #expect(curve.columns(until: date(0), since: date(0)).suffix(2) == [nil, 0])
    for second in 0..<25 { curve.add(2, at: date(Double(second))) }
    curve.add(5, at: date(60))
    let columns = curve.columns(until: date(89), since: date(0))
    #expect(columns.count == 60 && columns.prefix(51).allSatisfy { $0 == nil })
    #expect(columns.suffix(9) == [20, 20, 10, 0, 0, 0, 5, 0, 0])
    #expect(curve.columns(until: date(700), since: date(0)).compactMap(\.self).reduce(0, +) == 0)
    curve.add(1, at: date(10_000))
    curve.add(1, at: date(3))
    #expect(curve.columns(until: date(10_000), since: date(0)).suffix(2) == [0, 1])
  }
}
