import Documents
import FeatureFlags
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests parsing and validation of datafiles.
struct DatafileTests {
  private static let experiment = SmallDatafile.experiment("1", key: "e")

  private func refusal(of text: String) throws -> DatafileError {
    try #require(throws: DatafileError.self) { try Datafile(bytes: Array(text.utf8)) }
  }

  private func error(_ old: String, _ new: String) throws -> DatafileError {
    let holdout = SmallDatafile.experiment("8", key: "h")
    var datafile = SmallDatafile.targeted(#"["or", { "type": "custom_attribute", "name": "a" }]"#)
    datafile.groups = #"[{"id":"3","policy":"random","trafficAllocation":[],"experiments":[]}]"#
    datafile.more = #""region": "EU", "holdouts": [\#(holdout)],"#
    let text = datafile.text
    _ = try Datafile(bytes: Array(text.utf8))
    let mutated = text.replacing(old, with: new, maxReplacements: 1)
    #expect(mutated != text, "nothing was replaced")
    return try refusal(of: mutated)
  }

  @Test(arguments: [
    (#""projectId": "1""#, #""projectId": 1"#, "projectId", "1"),
    (#""revision": "3","#, "", "revision", "nothing"),
    (#""anonymizeIP": true"#, #""anonymizeIP": null"#, "anonymizeIP", "null"),
    (#""region": "EU""#, #""region": "XX""#, "region", #""XX""#),
    (#""status": "Running""#, #""status": "Going""#, "holdouts[0].status", #""Going""#),
    (#""policy":"random""#, #""policy":"some""#, "groups[0].policy", #""some""#),
    (
      #""endOfRange": 10000"#, #""endOfRange": 0.5"#,
      "holdouts[0].trafficAllocation[0].endOfRange", "0.5"
    ),
    (#""audienceIds": []"#, #""audienceIds": [7]"#, "holdouts[0].audienceIds[0]", "7"),
    (#""type": "custom_attribute""#, #""type": 5"#, "audiences[0].conditions[1].type", "5"),
    (#""conditions": ["#, #""conditions": [1, "#, "audiences[0].conditions[0]", "1"),
    (#""featureFlags": ["#, #""featureFlags": [1, "#, "featureFlags[0]", "1"),
    (#""layerId": "9""#, #""layerID": "9", "holdouts": 0"#, "experiments[0].layerId", "nothing"),
  ])
  func `a missing or malformed field is an error with its path`(
    old: String,
    new: String,
    path: String,
    found: String
  ) throws {
    // The case of `layerId` changes an experiment instead of a holdout, which has no `layerId`.
    let text = SmallDatafile(experiments: "[\(Self.experiment.replacing(old, with: new))]").text
    let error = path.hasSuffix("layerId") ? try refusal(of: text) : try error(old, new)
    guard case .invalid(.unexpected(path, let line, found, _)) = error else {
      Issue.record("found \(error)")
      return
    }
    #expect(line != nil)
    #expect("\(error)".hasPrefix(#""\#(path)": found \#(found), expected "#))
  }

  @Test func `the error for a field has its line`() throws {
    let text = SmallDatafile().text.replacing(#""groups": []"#, with: "\n\"groups\": 1")
    let error = try refusal(of: text)
    let expected = DocumentError.unexpected(
      path: "groups",
      line: 6,
      found: "1",
      expected: "a list"
    )
    #expect(error == .invalid(expected))
  }

  @Test func `a version other than 4 is rejected`() {
    let text = SmallDatafile().text.replacing(#""version": "4""#, with: #""version": "5""#)
    #expect(throws: DatafileError.version(found: "5", line: 1)) {
      try Datafile(bytes: Array(text.utf8))
    }
  }

  @Test(arguments: ["", "{", "nonsense", "<html>"])
  func `a document that is not JSON is rejected`(text: String) throws {
    let error = try refusal(of: text)
    guard case .invalid = error else {
      Issue.record("found \(error)")
      return
    }
    #expect(!"\(error)".hasPrefix("\""), "it names a field")
  }

  @Test func `an empty object or a list is not a datafile`() {
    for text in ["{}", "[]", "3"] {
      #expect(throws: DatafileError.self) { try Datafile(bytes: Array(text.utf8)) }
    }
  }

  @Test func `an unknown key is ignored, and an optional field can be null`() throws {
    var datafile = SmallDatafile(
      experiments: """
        [\(SmallDatafile.experiment(
          "1", key: "e", extra: #", "type": "new", "audienceConditions": null, "x": [1]"#
        ))]
        """
    )
    datafile.more = #""typedAudiences": null, "botFiltering": null, "future": { "a": 1 },"#
    let read = try datafile.datafile()
    #expect(read.experiments.first?.type == "new")
    #expect(read.filtersBots == nil)
    #expect(read.region == .unitedStates)
  }

  @Test
  func
    `of several rules with the same id the last one applies, and a typed audience replaces a legacy one`()
    throws
  {
    let experiments = ["a", "b"].map { SmallDatafile.experiment("1", key: $0) }
    var datafile = SmallDatafile(
      experiments: "[\(experiments.joined(separator: ","))]",
      flags: "[\(SmallDatafile.flag("f", experiments: ["1"]))]",
      audiences: #"[{ "id": "7", "name": "old", "conditions": [] }]"#
    )
    datafile.more = #""typedAudiences": [{ "id": "7", "name": "new", "conditions": [] }],"#
    let evaluator = try datafile.evaluator()
    #expect(evaluator.decide("f", for: UserContext(id: "u")).rule == "b")
    #expect(evaluator.datafile.effectiveAudiences.map(\.name) == ["new"])
  }

  @Test func `a valid part of a datafile that has no effect causes a warning`() throws {
    #expect(
      try Fixture.evaluator(Fixture.holdouts).warnings.prefix(2) == [
        .rulesOfGlobalHoldout(holdout: "global_us"),
        .localHoldoutWithoutRules(holdout: "local_without_rules"),
      ]
    )
    let warnings = try Fixture.evaluator(Fixture.rules).warnings
    #expect(warnings.contains(.unknownExperiment(flag: "future_flag", experiment: "nope")))
    #expect(warnings.contains(.unknownRollout(flag: "future_flag", rollout: "no-such-rollout")))
    let ghost = DatafileWarning.unknownAllowedVariation(
      rule: "checkout_test",
      variation: "no_such_variation"
    )
    #expect(warnings.contains(ghost))
  }
}
