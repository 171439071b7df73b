import Testing

@testable import Optimizely

/// The steps of a decision, as a tester reads them.
struct TraceTests {
  private func trace(_ user: UserContext, _ flag: String = "checkout") throws -> String {
    let evaluator = try Fixture.evaluator(Fixture.rules)
    let decision = evaluator.decide(flag, for: user, options: .includeTrace)
    return try #require(decision.trace).description
  }
}
