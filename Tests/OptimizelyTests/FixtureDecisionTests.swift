import FeatureFlags
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests decisions against recorded decisions of the SDKs.
struct FixtureDecisionTests {
  @Test func `the evaluator reproduces all 240 recorded decisions`() throws {
    let cases = try Fixture.value("expected_decisions.json")["cases"]?.items ?? []
    #expect(cases.count == 240)
    let evaluators = [
      Fixture.rules: try Fixture.evaluator(Fixture.rules),
      Fixture.holdouts: try Fixture.evaluator(Fixture.holdouts),
    ]
    for (number, recorded) in cases.enumerated() {
      let file = try #require(recorded["file"]?.text)
      let evaluator = try #require(evaluators[file])
      let flag = try #require(recorded["flag"]?.text)
      let user = UserContext(recorded: recorded)
      for options: DecideOptions in [[], [.includeReasons, .includeTrace]] {
        let decision = evaluator.decide(flag, for: user, options: options)
        let expected = try #require(recorded["expect"])
        #expect(Self.facts(of: decision) == expected, "case \(number): \(recorded)")
      }
    }
  }

  /// Converts a decision to the format of the recording.
  private static func facts(of decision: FlagDecision) -> DataValue {
    func text(_ text: String?) -> DataValue { text.map(DataValue.string) ?? .null }
    var facts: [String: DataValue] = [
      "variationKey": text(decision.variation),
      "variationId": text(decision.variationID),
      "ruleKey": text(decision.rule),
      "experimentId": text(decision.ruleID),
      "enabled": .bool(decision.isEnabled),
      "source": text(decision.source?.rawValue),
      "variables": .object(decision.variables.mapValues { DataValue($0) }),
      "impression": .bool(decision.sendsImpression),
    ]
    if let sticky = decision.sticky {
      facts["profileSaved"] = .object([sticky.experimentID: .string(sticky.variationID)])
    }
    if !decision.invalidVariables.isEmpty {
      facts["invalidVariables"] = .list(decision.invalidVariables.map(DataValue.string))
    }
    return .object(facts)
  }
}
