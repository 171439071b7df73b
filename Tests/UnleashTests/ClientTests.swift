import Documents
import Targeting
import Testing

@testable import FeatureFlags
@testable import Unleash

struct ClientTests {
  private static let flag =
    #""strategies": [], "impressionData": true, "variants": "#
    + #"[{"name": "a", "weight": 1, "payload": {"type": "json", "value": "{ \"n\": 1 }"}}]"#

  @Test
  func `the response for front-end SDKs has the payload exactly as in the document`() throws {
    #expect(
      try UnleashSample(flag: Self.flag).variant().json.text()
        == #"{"name":"f","enabled":true,"variant":{"name":"a","enabled":true,"#
        + #""payload":{"type":"json","value":"{ \"n\": 1 }"},"feature_enabled":true,"#
        + #""featureEnabled":true},"impressionData":true}"#
    )
  }

  @Test
  func `the response for front-end SDKs lists only enabled flags, unless all are requested`() throws
  {
    let on = try UnleashSample(flag: #""strategies": []"#).variant()
    let off = try UnleashSample(flag: #""enabled": false, "strategies": []"#).variant()
    let listed = String(decoding: UnleashToggle.document([on, off]), as: UTF8.self)
    #expect(listed == #"{"toggles":["# + on.json.text() + "]}")
    let all = UnleashToggle.document([on, off], includesDisabled: true)
    #expect(String(decoding: all, as: UTF8.self).contains(off.json.text()))
  }

  @Test
  func `the variant that a tester forces for a strategy applies to the users of the strategy`()
    throws
  {
    let sample = try UnleashSample(
      flag: #"""
        "variants": [{"name": "a", "weight": 1}, {"name": "b", "weight": 0}], "strategies": [
          {"name": "userWithId", "title": "Team", "parameters": {"userIds": "ana"}},
          {"name": "default"}, {"name": "default"}]
        """#
    )
    #expect(
      sample.evaluator.rules(of: try sample.feature()).map(\.key) == [
        "Team", "default", "default 2",
      ]
    )
    #expect(
      sample.evaluator.rules(of: try sample.feature()).map(\.title) == [
        "strategy 1 \"Team\": users ana", "strategy 2 \"default\": everyone",
        "strategy 3 \"default\": everyone",
      ]
    )
    for (user, expected) in [("ana", "b"), ("ben", "a")] {
      var feature = try sample.feature("f", #"{"userId": "\#(user)"}"#)
      feature.override = try feature.override(after: .rule("Team", "b"))
      let context = EvaluationContext(targetingKey: user)
      feature.allocate(by: sample.evaluator.allocator(for: context, count: 1))
      #expect(feature.state(in: .release).variation?.rawValue == expected)
    }
  }

  @Test
  func `the metrics of an SDK are parsed into counts for each flag and variant`() throws {
    let text = #"""
      {"appName": "shop", "instanceId": "i", "sdkVersion": "python:6", "bucket": {"toggles": {
        "f": {"yes": 3, "no": 1, "variants": {"b": 1, "a": 2}}, "g": {"no": 4}}}}
      """#
    let metrics = try UnleashMetrics(bytes: Array(text.utf8))
    #expect(metrics.appName == "shop")
    #expect(metrics.counts.map(\.flag) == ["f", "g"])
    #expect(metrics.counts.map(\.on) == [3, 0])
    #expect(metrics.counts.map(\.off) == [1, 4])
    #expect(metrics.counts.first?.variants == ["a": 2, "b": 1])
    #expect(try UnleashMetrics(bytes: Array(#"{"appName": "x"}"#.utf8)).counts.isEmpty)
  }

  @Test(
    arguments: ["[]", "{", #"{"bucket": {"toggles": {"f": {"yes": -1}}}}"#, #"{"bucket": 1}"#]
  )
  func `malformed metrics are rejected`(text: String) {
    #expect(throws: DocumentError.self) { try UnleashMetrics(bytes: Array(text.utf8)) }
  }
}
