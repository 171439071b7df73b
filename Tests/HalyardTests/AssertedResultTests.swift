import TestSupport
import Testing

@testable import halyard

/// Tests that `assert` compares with what an app gets, also if a feature is off or only the app decides.
struct AssertedResultTests {
  private static let unleash = """
    { "version": 2, "features": [
      { "name": "colour", "enabled": true, "strategies": [], "variants": [
        { "name": "red", "weight": 1, "payload": { "type": "string", "value": "#f00" } }] },
      { "name": "plain", "enabled": true, "strategies": [] },
      { "name": "dice", "enabled": true,
        "strategies": [{ "name": "gradualRolloutRandom", "parameters": { "percentage": "30" } }] }] }
    """

  private static let datafile = """
    { "revision": "1", "version": "4", "projectId": "1", "accountId": "2",
      "anonymizeIP": true, "attributes": [],
      "events": [], "groups": [], "audiences": [], "experiments": [], "rollouts": [{ "id": "r",
      "experiments": [{ "id": "e", "key": "e", "status": "Running", "layerId": "l",
        "audienceIds": [], "forcedVariations": {},
        "trafficAllocation": [{ "entityId": "v", "endOfRange": 10000 }],
        "variations": [{ "id": "v", "key": "on", "featureEnabled": true, "variables": [] }] }] }],
      "featureFlags": [{ "id": "1", "key": "wrap", "experimentIds": [], "rolloutId": "r",
        "variables": [] }] }
    """

  private static let flagd = """
    { "flags": {
      "own": { "state": "ENABLED", "variants": { "on": true, "off": false } },
      "size": { "state": "ENABLED", "variants": { "off": 10, "large": 50 }, "defaultVariant": "off" },
      "limit": { "state": "ENABLED", "variants": { "a": 1, "b": 2 }, "defaultVariant": "a" } } }
    """

  /// Runs commands on a document, and returns the status of `assert NAME WORD` for each word.
  private func statuses(
    _ document: String,
    _ change: [String]?,
    _ name: String,
    _ words: [String],
    _ options: [String] = []
  ) throws -> [String: Int32] {
    let tester = try Tester()
    let source = ["-s", try tester.folder.write(document, to: "flags.json")] + options
    if let change {
      let run = try tester.halyard(change + source)
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    return try words.reduce(into: [:]) { statuses, word in
      statuses[word] = try tester.halyard(["assert", name, word] + source).exitCode
    }
  }

  @Test func `a flag of Unleash that is forced off is off and disabled, and no variant`() throws {
    let words = ["red", "disabled", "off", "on"]
    #expect(
      try statuses(Self.unleash, ["disable", "colour"], "colour", words)
        == ["red": 1, "disabled": 0, "off": 0, "on": 1]
    )
    #expect(
      try statuses(Self.unleash, nil, "colour", words)
        == ["red": 0, "disabled": 1, "off": 1, "on": 0]
    )
  }

  @Test func `a result that is random for each call is neither on nor off`() throws {
    #expect(try statuses(Self.unleash, nil, "dice", ["on", "off"]) == ["on": 1, "off": 1])
    #expect(try statuses(Self.unleash, nil, "plain", ["on", "off"]) == ["on": 0, "off": 1])
  }

  @Test func `a flag of Optimizely that is forced off is not on`() throws {
    #expect(
      try statuses(Self.datafile, ["disable", "wrap"], "wrap", ["on", "off"]) == [
        "on": 1, "off": 0,
      ]
    )
    #expect(try statuses(Self.datafile, nil, "wrap", ["on", "off"]) == ["on": 0, "off": 1])
  }

  @Test func `an experiment of Ascend that is forced off has the variation Default`() throws {
    #expect(
      try statuses(
        ServiceTests.allocation,
        ["disable", "checkout_flow"],
        "checkout_flow",
        ["short", "Default", "on", "off"]
      ) == ["short": 1, "Default": 0, "on": 1, "off": 0]
    )
  }

  @Test func `a parameter of Remote Config that is forced off has the value of no condition`()
    throws
  {
    let words = ["Default", "Spain", "off"]
    #expect(
      try statuses(ServiceTests.template, ["disable", "greeting"], "greeting", words)
        == ["Default": 1, "Spain": 1, "off": 0]
    )
  }

  @Test(arguments: ["app", "user", "capital", "none"])
  func `a Boolean parameter without a Boolean in the template is neither on nor off`(name: String)
    throws
  {
    let template = """
      {"parameters": {
        "app": {"defaultValue": {"useInAppDefault": true}, "valueType": "BOOLEAN"},
        "user": {"defaultValue": {"personalizationValue": {"personalizationId": "x"}},
          "valueType": "BOOLEAN"},
        "capital": {"defaultValue": {"value": "TRUE"}, "valueType": "BOOLEAN"},
        "none": {"valueType": "BOOLEAN"}}}
      """
    let words = ["on", "off"]
    #expect(try statuses(template, nil, name, words) == ["on": 1, "off": 1])
    #expect(try statuses(template, ["enable", name], name, words) == ["on": 0, "off": 1])
    #expect(try statuses(template, ["disable", name], name, words) == ["on": 1, "off": 0])
  }

  @Test func `the app's own default is neither on nor off, and a variant can be called off`() throws
  {
    #expect(try statuses(Self.flagd, nil, "own", ["on", "off"]) == ["on": 1, "off": 1])
    #expect(try statuses(Self.flagd, nil, "size", ["off", "large"]) == ["off": 0, "large": 1])
    #expect(
      try statuses(Self.flagd, ["disable", "limit"], "limit", ["a", "1", "off"])
        == ["a": 1, "1": 1, "off": 0]
    )
  }

  @Test func `a feature under development is off in a release build`() throws {
    let document = #"[{ "name": "Beta", "enabled": true, "development": true }]"#
    #expect(try statuses(document, nil, "Beta", ["on", "off"]) == ["on": 1, "off": 0])
    #expect(
      try statuses(document, ["enable", "Beta"], "Beta", ["on", "off"]) == ["on": 0, "off": 1]
    )
  }
}
