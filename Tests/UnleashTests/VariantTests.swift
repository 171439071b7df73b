import FeatureFlags
import Targeting
import Testing

@testable import Unleash

struct VariantTests {
  private static let pair =
    #"[{"name": "a", "weight": 500, "payload": {"type": "json", "value": "{\"n\": 1}"}}, "#
    + #"{"name": "b", "weight": 500, "stickiness": "plan"}]"#

  @Test
  func `the hash of the user's id selects a variant of the flag`() throws {
    let sample = try UnleashSample(flag: #""strategies": [], "variants": \#(Self.pair)"#)
    for user in 0..<20 {
      let number = UnleashHash.number("f", "\(user)", in: 1000, seed: UnleashHash.variantSeed)
      let variant = try sample.variant(#"{"userId": "\#(user)"}"#)
      #expect(variant.variant == (number <= 500 ? "a" : "b"))
      #expect(variant.payload?.value == (number <= 500 ? #"{"n": 1}"# : nil))
    }
  }

  @Test
  func `the override of a variant takes precedence over the hash of the user`() throws {
    let variants =
      #"[{"name": "a", "weight": 1000}, {"name": "b", "weight": 0, "#
      + #""overrides": [{"contextName": "plan", "values": ["gold", "1"]}]}]"#
    let sample = try UnleashSample(flag: #""strategies": [], "variants": \#(variants)"#)
    #expect(try sample.variant(#"{"userId": "1", "plan": "gold"}"#).variant == "b")
    #expect(try sample.variant(#"{"userId": "1", "plan": 1}"#).variant == "b")
    #expect(try sample.variant(#"{"userId": "1"}"#).variant == "a")
    #expect(try sample.reason(#"{"plan": "gold"}"#) == .targetingMatch)
  }

  @Test
  func `the variants of the matching strategy replace those of the flag, and have no overrides`()
    throws
  {
    let own =
      #"[{"name": "own", "weight": 1, "overrides": [{"contextName": "x", "values": ["1"]}]}]"#
    let sample = try UnleashSample(
      flag: #"""
        "variants": [{"name": "shared", "weight": 1}], "strategies": [
          {"name": "userWithId", "parameters": {"userIds": "ana"}, "variants": \#(own)},
          {"name": "default", "variants": []}]
        """#
    )
    #expect(try sample.variant(#"{"userId": "ana"}"#).variant == "own")
    #expect(try sample.variant(#"{"userId": "ben"}"#).variant == "shared")
  }

  @Test
  func `a flag that is off, or has only variants of weight 0, has the variant disabled`() throws {
    let off = try UnleashSample(flag: #""enabled": false, "variants": \#(Self.pair)"#).variant()
    #expect((off.variant, off.isEnabled) == ("disabled", false))
    let plain = try UnleashSample(flag: #""strategies": []"#).variant()
    #expect((plain.variant, plain.isEnabled) == ("disabled", true))
    let weightless = try UnleashSample(
      flag: #""strategies": [], "variants": [{"name": "a", "weight": 0}]"#
    )
    #expect(try weightless.variant().variant == "disabled")
    #expect(weightless.problems.count == 1)
  }

  @Test(
    arguments: [
      (#"{"type": "json", "value": "[1]"}"#, VariableValue.json("[1]")),
      (#"{"type": "json", "value": "["}"#, .string("[")),
      (#"{"type": "number", "value": "42"}"#, .integer(42)),
      (#"{"type": "number", "value": "1.5"}"#, .double(1.5)),
      (#"{"type": "number", "value": "x"}"#, .string("x")),
      (#"{"type": "csv", "value": "a,b"}"#, .string("a,b")),
      (#"{"type": "string", "value": "1"}, "weight": 2, "x": {"y": 1}"#, .string("1")),
    ]
  )
  func `a payload has its declared type, or is a text if the value does not match`(
    payload: String,
    expected: VariableValue
  ) throws {
    let sample = try UnleashSample(
      flag: #""strategies": [], "variants": [{"name": "a", "weight": 1, "payload": \#(payload)}]"#
    )
    #expect(try sample.feature().state(in: .release).value(of: "payload") == expected)
  }

  @Test
  func `a random result is unknown with its probabilities, and a server chooses one at random`()
    throws
  {
    let sample = try UnleashSample(
      flag: #"""
        "variants": \#(Self.pair),
        "strategies": [{"name": "flexibleRollout", "parameters": {"rollout": "30"}}]
        """#
    )
    #expect(try sample.reason() == .unknown)
    #expect(try sample.trace().hasSuffix("random at each call: a 15 %, b 15 %, off 70 %"))
    let feature = try sample.feature()
    let draws = [0.1, 0.2, 0.9].map { number in
      sample.evaluator.drawing { number }.evaluate(feature.definition, in: EvaluationContext())
    }
    #expect(draws.map(\.variation) == ["a", "b", "disabled"])
    #expect(draws.map(\.isEnabled) == [true, true, false])
  }

  @Test
  func `a flag that is on with a random variant has the variation random`() throws {
    let sample = try UnleashSample(flag: #""strategies": [], "variants": \#(Self.pair)"#)
    let state = try sample.feature().state(in: .release)
    #expect(state.isEnabled)
    #expect(state.variation == "random")
    #expect(try sample.feature().outcome?.giver == "random at each call: a 50 %, b 50 %")
  }
}
