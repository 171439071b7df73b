import FeatureFlags
import FlagSystem
import Optimizely
import Serving
import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests the experiments that are served for sources of other formats.
struct AscendProjectionTests {
  private func experiments(
    _ state: ServedState,
    keys: [String],
    user: String = "",
    guest: String = ""
  ) throws -> [Experiment] {
    let body = ExperimentsRequestBody(
      keys: keys,
      identity: AscendIdentity(userId: user, guestId: guest),
      attributes: [:]
    )
    let response = try ServedExperiments(state).response(to: body.json)
    return try ExperimentsResponseBody.experiments(in: response, status: 200)
  }

  @Test func `experiments served for a datafile have the variables of the request's user`()
    throws
  {
    let lab = try FeaturesDocumentState(
      try FeaturesDocumentState.datafile(),
      format: .optimizely(),
      context: EvaluationContext(targetingKey: "default user")
    )
    let keys = lab.store.features.map(\.name.rawValue)
    var variableCount = 0
    for (user, guest, key) in [
      ("ana", "guest", "ana"), ("", "guest", "guest"), ("", "", "default user"),
    ] {
      let served = try experiments(lab.served, keys: keys, user: user, guest: guest)
      #expect(served.map(\.experimentKey) == keys)
      let context = EvaluationContext(targetingKey: key)
      for (experiment, (name, evaluation)) in zip(served, lab.store.evaluateAll(in: context)) {
        #expect(experiment.isActive == evaluation.isEnabled, "\(name)")
        let fallback = evaluation.isEnabled ? "Enabled" : "Disabled"
        #expect(experiment.variantName == evaluation.variation?.rawValue ?? fallback)
        let variables = experiment.variables?.variables ?? [:]
        for variable in evaluation.variables {
          #expect(variables[variable.name] == expected(variable.value), "\(name) \(variable.name)")
          variableCount += 1
        }
      }
    }
    #expect(variableCount > 0)
  }

  private func expected(_ value: VariableValue) -> ExperimentVariable {
    switch value {
    case .boolean(let flag): .bool(flag)
    case .integer(let number): .int(number)
    case .double(let number): .double(number)
    case .string(let text), .json(let text): .string(text)
    }
  }

  @Test func `an override of any feature applies to every user of the served experiments`() throws {
    let lab = try FeaturesDocumentState(FeaturesDocumentSample.text)
    let context = EvaluationContext(targetingKey: "ana")
    for feature in lab.store.features {
      try lab.withEachOverride(of: feature.name) { override in
        let state = try #require(lab.store.evaluate(feature.name, in: context)).state
        let served = try experiments(lab.served, keys: [feature.name.rawValue], user: "ana")
        #expect(served.count == 1)
        let experiment = try #require(served.first)
        #expect(experiment.isActive == state.isEnabled, "\(override)")
        #expect(experiment.variables?.variables?["enabled"] == .bool(state.isEnabled))
        #expect(experiment.variantName == state.variation?.rawValue ?? "Disabled", "\(override)")
      }
    }
  }

  @Test
  func `unknown experiments are omitted, and this package's Ascend client reads the response`()
    throws
  {
    let lab = try FeaturesDocumentState(#"[{"name": "a", "enabled": true}]"#)
    let served = try experiments(lab.served, keys: ["a", "gone"], user: "ana")
    #expect(served.map(\.experimentKey) == ["a"])
    let body = ExperimentsRequestBody(
      keys: ["a"],
      identity: AscendIdentity(userId: "ana"),
      attributes: [:]
    )
    let response = try ServedExperiments(lab.served).response(to: body.json)
    let format = ConfigurationFormat.ascend()
    #expect(format.recognises(response))
    let feature = try #require(try format.parse(response).features.first)
    #expect(feature.state(in: .release).value(of: "enabled") == .boolean(true))
  }
}
