import TestSupport
import Testing

@testable import halyard

/// Tests that `assert` compares with the result that an app gets, even if the feature is off or the app
/// uses its own default.
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

  /// Runs commands on a document, and returns the exit code of `assert NAME WORD` for each word.
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

  @Test
  func `assert accepts off and disabled, but no variant, for an Unleash flag that is forced off`()
    throws
  {
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

  @Test func `assert accepts neither on nor off for a flag whose result is random for each call`()
    throws
  {
    #expect(try statuses(Self.unleash, nil, "dice", ["on", "off"]) == ["on": 1, "off": 1])
    #expect(try statuses(Self.unleash, nil, "plain", ["on", "off"]) == ["on": 0, "off": 1])
  }

  @Test func `assert accepts off and not on for an Optimizely flag that is forced off`() throws {
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

  @Test func `assert accepts only off for a Remote Config parameter that is forced off`()
    throws
  {
    let words = ["Default", "Spain", "off"]
    #expect(
      try statuses(ServiceTests.template, ["disable", "greeting"], "greeting", words)
        == ["Default": 1, "Spain": 1, "off": 0]
    )
  }

  @Test(arguments: ["app", "user", "capital", "none"])
  func `assert accepts neither on nor off for a Boolean parameter without a Boolean value`(
    name: String
  )
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

  @Test
  func `assert accepts neither on nor off for the app's own default, and a variant named off`()
    throws
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
