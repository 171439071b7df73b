import FeatureFlags
import Locking
import Testing

@testable import Targeting

struct WorkBudgetTests {
  /// A text of 100,000 bytes that no regular expression of these tests matches.
  private static let text = String(repeating: "a", count: 100_000)

  @Test func `searches share the work budget, and have no result after its limit`() throws {
    let expression = try RegularExpression("b+c")
    let budget = WorkBudget()
    let results = budget.run { (0..<1_000).map { _ in expression.search(Self.text) } }
    #expect(budget.end == .exceeded)
    let completed = results.prefix { $0 == .found(false) }.count
    #expect((10..<200).contains(completed))
    #expect(results.dropFirst(completed).allSatisfy { $0 == .tooComplex })
    #expect(expression.search(Self.text) == .found(false))
  }

  @Test func `a search that needs more states uses more of the work budget`() throws {
    let costly = try RegularExpression("(a?){20}[xy][0-9]")
    let simple = try RegularExpression("[b]")
    func count(_ expression: RegularExpression) -> Int {
      let budget = WorkBudget()
      let text = String(repeating: "a", count: 2_000)
      return budget.run {
        (0..<100_000).prefix { _ in expression.search(text) == .found(false) }.count
      }
    }
    let (few, many) = (count(costly), count(simple))
    #expect(few > 0 && few * 20 < many)
  }

  @Test func `evaluations share the steps of the work budget, and fail after its limit`() {
    let budget = WorkBudget(limit: WorkBudget.Limit(steps: 500_000, search: 0))
    let evaluations = budget.run {
      (0..<100).prefix { _ in
        var steps = EvaluationRun()
        do throws(EvaluationFailure) {
          for _ in 0..<90 { try steps.spend(1_000) }
          return true
        } catch { return false }
      }.count
    }
    #expect(evaluations == 5 && budget.end == .exceeded)
  }

  @Test func `an evaluation ends early if no client needs the result any more`() {
    let calls = Locked(0)
    let budget = WorkBudget {
      calls.withLock { calls in
        calls += 1
        return calls < 3
      }
    }
    let steps = budget.run {
      var steps = EvaluationRun()
      // The failure ends the loop, which counts the steps before the failure.
      return (0..<EvaluationRun.limit).prefix { _ in (try? steps.spend(1)) != nil }.count
    }
    #expect(budget.end == .unneeded)
    #expect(steps < EvaluationRun.limit && calls.withLock { $0 } == 3)
  }

  @Test func `without a work budget, the step limit applies to each evaluation separately`() {
    for _ in 0..<3 {
      var steps = EvaluationRun()
      #expect(throws: Never.self) { try steps.spend(EvaluationRun.limit) }
      #expect(throws: EvaluationFailure.self) { try steps.spend(1) }
    }
  }

  @Test func `an evaluation run keeps its failure until it is restarted`() {
    var run = EvaluationRun()
    let results = [EvaluationRun.limit, 1, 0].map { run.allows($0) }
    #expect(results == [true, false, false])
    #expect(run.failure != nil)
    run.restart()
    let isAllowed = run.allows(1)
    #expect(isAllowed && run.failure == nil)
  }
}
