import TestSupport
import Testing

@testable import FeatureFlags
@testable import Workbench

/// Tests the search for the overrides that break an app.
struct OverrideBisectionTests {
  private static func names(_ count: Int) -> [OverrideKey] {
    (0..<count).map { OverrideKey(Feature.Name(rawValue: "Feature \($0)")) }
  }

  /// Runs a bisection (the search for overrides that break an app) for an app that fails if all culprits are
  /// applied.
  private static func run(
    _ names: [OverrideKey],
    culprits: Set<OverrideKey>,
    verdict: (Set<OverrideKey>) -> OverrideBisection.Verdict? = { _ in nil }
  ) -> OverrideBisection {
    var bisection = OverrideBisection(of: names)
    while case .run(let applied) = bisection.step, bisection.verdicts.count < 5_000 {
      let applied = Set(applied)
      bisection.record(verdict(applied) ?? (culprits.isSubset(of: applied) ? .bad : .good))
    }
    return bisection
  }

  private static func halvings(_ count: Int) -> Int {
    var (rest, steps) = (count, 0)
    while rest > 1 { (rest, steps) = ((rest + 1) / 2, steps + 1) }
    return steps
  }

  @Test func `the worked example of the documentation has the described runs`() {
    let names: [OverrideKey] = ["a", "b", "c", "d"]
    var bisection = OverrideBisection(of: names)
    var runs: [String] = []
    while case .run(let applied) = bisection.step, runs.count < 20 {
      let isBad = applied.contains("b") && applied.contains("d")
      runs.append(applied.map(\.description).joined() + (isBad ? " bad" : " good"))
      bisection.record(isBad ? .bad : .good)
    }
    #expect(
      runs == ["ab good", "abc good", "d good", "abcd bad", "ad good", "abd bad", "bd bad"]
    )
    #expect(bisection.step == .finished(.culprits(["b", "d"], undecided: [])))
  }

  @Test func `a single override is not reported as a culprit if the app works with it`() {
    let names = Self.names(1)
    #expect(Self.run(names, culprits: ["Other"]).step == .finished(.notReproduced))
    let bisection = Self.run(names, culprits: [names[0]])
    #expect(bisection.step == .finished(.culprits(names, undecided: [])))
    #expect(bisection.verdicts == [.good, .bad])
  }

  @Test func `one culprit among 64 overrides is found in at most 7 runs`() {
    let names = Self.names(64)
    for culprit in names {
      let bisection = Self.run(names, culprits: [culprit])
      #expect(bisection.step == .finished(.culprits([culprit], undecided: [])))
      #expect(bisection.verdicts.count <= 7)
    }
  }

  @Test func `two overrides that only fail together are found among 64 in at most 20 runs`() {
    let names = Self.names(64)
    var most = 0
    for first in 0..<64 {
      for second in (first + 1)..<64 {
        let bisection = Self.run(names, culprits: [names[first], names[second]])
        #expect(
          bisection.step == .finished(.culprits([names[first], names[second]], undecided: []))
        )
        most = max(most, bisection.verdicts.count)
      }
    }
    #expect(most <= 20)
  }

  @Test(arguments: 1...3)
  func `the search finds exactly the random culprits, in a bounded number of runs`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    for _ in 0..<200 {
      let names = Self.names(Int.random(in: count...200, using: &generator))
      let culprits = names.shuffled(using: &generator).prefix(count)
      let bisection = Self.run(names, culprits: Set(culprits))
      guard case .finished(.culprits(let found, let undecided)) = bisection.step else {
        Issue.record("found \(bisection.step)")
        continue
      }
      #expect(Set(found) == Set(culprits))
      #expect(undecided.isEmpty)
      #expect(bisection.verdicts.count <= count * (Self.halvings(names.count) + 1) + 2)
    }
  }

  @Test func `if several sets of overrides break the app, the found set is minimal`() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      let names = Self.names(Int.random(in: 6...100, using: &generator))
      let failing = (0..<3).map { _ in
        Set(names.shuffled(using: &generator).prefix(Int.random(in: 1...3, using: &generator)))
      }
      let fails = { (applied: Set<OverrideKey>) in failing.contains { $0.isSubset(of: applied) } }
      let bisection = Self.run(names, culprits: []) { fails($0) ? .bad : .good }
      guard case .finished(.culprits(let found, _)) = bisection.step else {
        Issue.record("found \(bisection.step)")
        continue
      }
      #expect(fails(Set(found)))
      for name in found { #expect(!fails(Set(found).subtracting([name]))) }
    }
  }

  @Test func `if runs are skipped, the found and undecided overrides include all culprits`() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      let names = Self.names(Int.random(in: 2...60, using: &generator))
      let culprits = Set(names.shuffled(using: &generator).prefix(2))
      let bisection = Self.run(names, culprits: culprits) { _ in
        Int.random(in: 0..<4, using: &generator) == 0 ? .skip : nil
      }
      guard case .finished(.culprits(let found, let undecided)) = bisection.step else {
        Issue.record("found \(bisection.step)")
        continue
      }
      #expect(culprits.isSubset(of: Set(found + undecided)))
    }
  }

  @Test func `if every run of the app is skipped, all overrides are undecided`() {
    let names = Self.names(8)
    let bisection = Self.run(names, culprits: []) { _ in .skip }
    #expect(bisection.step == .finished(.culprits([], undecided: names)))
  }

  @Test(arguments: [1, 2, 3, 64, 200])
  func `an app that fails without overrides is reported after one binary search`(count: Int) {
    let bisection = Self.run(Self.names(count), culprits: [])
    #expect(bisection.step == .finished(.independent))
    #expect(bisection.verdicts.count <= Self.halvings(count) + 1)
  }

  @Test(arguments: [2, 3, 64, 200])
  func `an app that works with all overrides is reported after one binary search`(count: Int) {
    let bisection = Self.run(Self.names(count), culprits: ["Another"])
    #expect(bisection.step == .finished(.notReproduced))
    #expect(bisection.verdicts.count <= Self.halvings(count) + 2)
  }

  @Test func `the expected number of runs is one more than the number of halvings`() {
    var bisection = OverrideBisection(of: Self.names(16))
    #expect((bisection.expectedCount, bisection.suspectCount) == (5, 16))
    bisection.record(.bad)
    #expect((bisection.expectedCount, bisection.suspectCount) == (5, 8))
    #expect(bisection.step == .run(Array(Self.names(4))))
  }

  @Test func `while a run verifies the found culprit, the number of suspects is 0`() {
    var bisection = OverrideBisection(of: Self.names(16))
    for _ in 1...4 { bisection.record(.good) }
    #expect(bisection.step == .run([Self.names(16)[15]]))
    #expect((bisection.expectedCount, bisection.suspectCount) == (5, 0))
  }

  @Test func `a search without candidates has ended, and recording a result has no effect`() {
    var bisection = OverrideBisection(of: [])
    bisection.record(.bad)
    #expect(bisection.step == .finished(.culprits([], undecided: [])))
    #expect(bisection.verdicts.isEmpty)
  }

  @Test func `a feature that is listed twice is one candidate of the search`() {
    #expect(OverrideBisection(of: ["A", "A", "B"]).candidates == ["A", "B"])
  }
}
