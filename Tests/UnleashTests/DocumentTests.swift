import FeatureFlags
import Targeting
import Testing

@testable import Unleash

struct DocumentTests {
  private let format = ConfigurationFormat.unleash(
    UnleashSettings(now: { Timestamp(seconds: 0) })
  )

  @Test(
    arguments: [
      (#"{"version": 2, "features": [{"name": "f", "strategies": []}]}"#, true),
      (#"{"features": [{"name": "f", "enabled": true}], "note": "\"strategies\""}"#, false),
      (
        #"{"features": [{"name": "f", "x": "strategies", "description": "a \"strategies\" b"}]}"#,
        false
      ),
      (#"{"features": {"f": {"strategies": []}}}"#, false), (#"{"featureFlags": []}"#, false),
      (#"{"features": [{"name": "f"}], "featureStrategies": []}"#, true),
      (#"{"events": [{"eventId": 1, "type": "hydration", "features": []}]}"#, true),
      (#"{"events": [{"type": "x"}], "eventId": 1}"#, false), (#"{"strategies": 1"#, false),
      (#"{features: [{name: 'f', "strategies": [],}], /* JSON5 */}"#, true),
      (#"{"version": 2, "features": []}"#, true), (#"{"features": [], "segments": []}"#, true),
      (#"{"version": 2, "features": [{"name": "f", "enabled": true}]}"#, true),
      (#"{"version": 2, "features": [{"name": "f"}, {"name": "g", "strategies": []}]}"#, true),
      (#"{"version": 2, "features": [{"name": "f", "test-variations": ["a", "b"]}]}"#, false),
      (#"{"features": []}"#, false),
    ]
  )
  func `an Unleash document is recognised by its members, and other documents are not`(
    text: String,
    expected: Bool
  ) {
    #expect(format.recognises(Array(text.utf8)) == expected)
  }

  @Test(
    arguments: [
      (
        #"{"version": 2, "features": [{"name": "f", "environments": [{"name": "x", "enabled": true}]}]}"#,
        "a list of flags of the admin API of Unleash"
      ),
      (
        #"{"toggles": [{"name": "f", "enabled": true, "variant": {"name": "disabled"}}]}"#,
        "a response of the frontend API of Unleash"
      ),
    ]
  )
  func `a response of another Unleash API is rejected with an error that names the API`(
    text: String,
    name: String
  ) throws {
    #expect(format.recognises(Array(text.utf8)))
    let error = try #require(throws: ConfigurationError.self) { try format.parse(Array(text.utf8)) }
    #expect("\(error)".contains("found \(name), expected the flags of one environment"))
  }

  @Test
  func `a malformed flag is reported with its line and left out, and the others are parsed`() throws
  {
    let sample = try UnleashSample(
      #"""
      {"version": 2, "features": [
        {"name": "good", "enabled": true, "strategies": []},
        {"name": "bad", "enabled": "yes"},
        {"name": "worse", "enabled": true,
         "strategies": [{"name": "default", "constraints": [{"contextName": "x", "operator": 1}]}]},
        7,
        {"name": "weights", "enabled": true, "variants": [{"name": "a", "weight": -1}]}]}
      """#
    )
    #expect(sample.configuration.features.map(\.name.rawValue) == ["good"])
    #expect(
      sample.problems == [
        #"error:3 bad "enabled" is "yes", expected true or false, so it is left out"#,
        #"error:5 worse "strategies[0].constraints[0].operator" is 1, expected a text, so it is left out"#,
        #"error:6 - "features" is 7, expected an object, so it is left out"#,
        #"error:7 weights "variants[0].weight" is -1, expected a weight of at least 0, so it is left out"#,
      ]
    )
  }

  @Test
  func `the last of two flags with one name is used`() throws {
    let sample = try UnleashSample(
      #"""
      {"features": [{"name": "f", "enabled": true, "strategies": []},
                    {"name": "f", "enabled": false, "strategies": []}]}
      """#
    )
    #expect(try !sample.isOn())
    #expect(
      sample.problems == ["warning:2 f is listed twice; this flag replaces the one on line 1"]
    )
  }

  @Test
  func `the events of a delta document are applied in order`() throws {
    let sample = try UnleashSample(
      #"""
      {"events": [
        {"eventId": 1, "type": "hydration", "features": [
          {"name": "a", "enabled": true, "strategies": []},
          {"name": "b", "enabled": true, "strategies": []},
          {"name": "c", "enabled": true, "strategies": [{"name": "default", "segments": [1]}]}],
         "segments": [{"id": 1, "name": "s", "constraints": [
           {"contextName": "plan", "operator": "IN", "values": ["gold"]}]}]},
        {"eventId": 2, "type": "feature-updated",
         "feature": {"name": "a", "enabled": false, "strategies": []}},
        {"eventId": 3, "type": "feature-removed", "featureName": "b", "project": "default"},
        {"eventId": 4, "type": "segment-updated", "segment": {"id": 1, "constraints": []}},
        {"eventId": 5, "type": "segment-removed", "segmentId": 2},
        {"eventId": 6, "type": "new"}]}
      """#
    )
    #expect(sample.configuration.features.map(\.name.rawValue) == ["a", "c"])
    #expect(try !sample.isOn(flag: "a"))
    #expect(try sample.isOn(flag: "c"))
    #expect(sample.problems == [#"warning:13 - the event "new" is unknown, and is skipped"#])
  }

  @Test
  func `the project of a flag is its section, and its metadata has the flag type and stale`() throws
  {
    let sample = try UnleashSample(
      flag: #""strategies": [], "project": "shop", "type": "kill-switch", "stale": true"#
    )
    let feature = try sample.feature()
    #expect(feature.section == "shop")
    #expect(feature.type == .featureFlag)
    #expect(feature.definition.result == .variation)
    #expect(
      feature.definition.metadata == [
        .init(key: "type", value: "kill-switch"), .init(key: "stale", value: true),
      ]
    )
  }
}
