import FlagSystem
import Serving
import Testing

@testable import FeatureFlags
@testable import Unleash

struct EditorTests {
  private static let document = #"""
    {"version": 2, "meta": {"etag" : "x"}, "features": [
      {"name": "plain", "enabled": false, "strategies": [{"name": "default"}],
       "dependencies": [{"feature": "f"}]},
      {"name": "f", "enabled": true, "x": [ 1 ], "strategies": [
        {"name": "userWithId", "title": "Team", "parameters": {"userIds": "ana"}, "variants": [
          {"name": "own", "weight": 1, "payload": {"type": "string", "value": "o"}}]},
        {"name": "default"}],
       "variants": [
        {"name": "a", "weight": 1000, "payload": {"type": "json", "value": "{}"}, "overrides": []},
        {"name": "b", "weight": 0, "overrides": [{"contextName": "userId", "values": ["1"]}]}]}]}
    """#

  /// Returns the document after overrides of a feature, and the results of the feature for three users.
  private func edited(_ name: String, _ changes: OverrideChoice...) throws -> (
    String, [UnleashToggle]
  ) {
    let sample = try UnleashSample(Self.document)
    var feature = try sample.feature(name)
    for change in changes { feature.override = try feature.override(after: change) }
    let bytes = UnleashEditor.edited(
      Array(Self.document.utf8),
      for: [feature.name: [ScopedFeature(feature)]],
      evaluator: sample.evaluator
    )
    let text = String(decoding: bytes, as: UTF8.self)
    let served = try UnleashSample(text)
    let toggles = try ["ana", "1", "ben"].map {
      try served.variant(#"{"userId": "\#($0)"}"#, flag: name)
    }
    return (text, toggles)
  }

  @Test
  func `a flag is forced on or off for every user, and other bytes are unchanged`() throws {
    let (on, results) = try edited("plain", .enabled(true))
    #expect(results.map(\.isEnabled) == [true, true, true])
    #expect(
      on
        == Self.document.replacing(
          #""enabled": false, "strategies": [{"name": "default"}]"#,
          with: #""enabled": true, "strategies": []"#
        )
        .replacing(#"[{"feature": "f"}]"#, with: "[]")
    )
    let (off, none) = try edited("f", .enabled(false))
    #expect(none.map(\.isEnabled) == [false, false, false])
    #expect(off == Self.document.replacing(#""enabled": true"#, with: #""enabled": false"#))
  }

  @Test(arguments: ["a", "b", "own"])
  func `a forced variant applies to every user, whatever the overrides of the variants`(
    name: String
  ) throws {
    let (_, results) = try edited("f", .variation(TestVariation(name: name)))
    #expect(results.map(\.variant) == [name, name, name])
    #expect(try edited("f", .variation("disabled")).1.map(\.isEnabled) == [false, false, false])
  }

  @Test
  func `a forced payload keeps its type, and applies to each variant`() throws {
    let (_, results) = try edited("f", .variable("payload", .string("[1]")))
    #expect(results.map(\.variant) == ["own", "b", "a"])
    #expect(results.map(\.payload?.value) == ["[1]", "[1]", "[1]"])
    #expect(results.map(\.payload?.type) == ["string", "string", "json"])
    let (_, forced) = try edited("f", .variation("b"), .variable("payload", .string("x")))
    #expect(forced.map(\.payload?.value) == ["x", "x", "x"])
  }

  @Test
  func `a variant is forced for the users of one strategy`() throws {
    let (_, results) = try edited("f", .rule("Team", "b"))
    #expect(results.map(\.variant) == ["b", "b", "a"])
  }

  @Test
  func `without overrides the document is unchanged`() throws {
    #expect(try edited("f").0 == Self.document)
  }
}
