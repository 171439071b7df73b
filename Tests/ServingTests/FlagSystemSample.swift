import FeatureFlags
import FlagSystem
import Flagd
import Serving
import Targeting
import Unleash

/// Documents of flagd and Unleash with flags of each kind, and their formats.
enum FlagSystemSample {
  static let flagdFormat = ConfigurationFormat.flagd()
  static let unleashFormat = ConfigurationFormat.unleash(
    UnleashSettings(now: { Timestamp(seconds: 1_795_428_930) })
  )

  static let flagd = #"""
    {
      "$evaluators": {"isGold": {"==": [{"var": "plan"}, "gold"]}},
      "flags": {
        "cart": {"state": "ENABLED", "variants": {"on": true, "off": false}, "defaultVariant": "off"},
        "colour": {"state": "ENABLED", "variants": {"red": "#f00", "blue": "#00f"},
          "defaultVariant": "red", "targeting": {"if": [{"$ref": "isGold"}, "blue", null]}},
        "limit": {"state": "DISABLED", "variants": {"low": 1, "high": 10}, "defaultVariant": "low",
          "targeting": {"if": [true, "high"]}},
        "layout": {"state": "ENABLED", "variants": {"a": {"n": 1}, "b": {"n": 2}},
          "targeting": {"fractional": [["a", 50], ["b", 50]]}},
        "title": {"state": "ENABLED", "variants": {"x": "X", "y": "Y"}, "defaultVariant": "x",
          "targeting": {}}
      },
      "metadata": {"flagSetId": "shop"}
    }
    """#

  static let unleash = #"""
    {"version": 2, "features": [
      {"name": "cart", "enabled": true, "strategies": [], "impressionData": true},
      {"name": "beta", "enabled": true, "strategies": [
        {"name": "userWithId", "parameters": {"userIds": "ben"}},
        {"name": "flexibleRollout", "parameters": {"rollout": "40", "stickiness": "default"},
         "constraints": [{"contextName": "plan", "operator": "IN", "values": ["gold"]}]}]},
      {"name": "closed", "enabled": false, "strategies": [{"name": "default"}],
       "dependencies": [{"feature": "beta"}]},
      {"name": "colour", "enabled": true,
       "strategies": [{"name": "userWithId", "title": "Team", "parameters": {"userIds": "cy"},
         "variants": [{"name": "green", "weight": 1000,
           "payload": {"type": "string", "value": "#0f0"}}]},
         {"name": "flexibleRollout", "parameters": {"rollout": "80", "stickiness": "default"}}],
       "variants": [
         {"name": "red", "weight": 500, "payload": {"type": "string", "value": "#f00"}},
         {"name": "blue", "weight": 500, "payload": {"type": "string", "value": "#00f"}}]},
      {"name": "child", "enabled": true, "strategies": [], "dependencies": [{"feature": "beta"}]},
      {"name": "lot tery/1", "enabled": true,
       "strategies": [{"name": "gradualRolloutRandom", "parameters": {"percentage": "50"}}]}]}
    """#

  /// Users with and without an id and the attribute `plan`.
  static let users =
    ["ana", "ben", "cy", "dora", "emil"].flatMap { id in
      [
        EvaluationContext(targetingKey: id),
        EvaluationContext(targetingKey: id, attributes: ["plan": "gold"]),
      ]
    } + [EvaluationContext(), EvaluationContext(attributes: ["plan": "gold"])]

  /// Returns the state of a store with the features of a document and overrides.
  static func state(
    _ document: String,
    _ format: ConfigurationFormat,
    _ choices: [(Feature.Name, OverrideChoice)] = []
  ) throws -> ServedState {
    let bytes = Array(document.utf8)
    let configuration = try format.parse(bytes)
    let store = FlagStore()
    try store.load(configuration)
    for (name, choice) in choices { try store.override(choice, for: [name]) }
    return ServedState(
      features: store.features,
      evaluator: configuration.evaluator,
      document: bytes,
      kinds: [FlagSystem].served.documentKinds
    )
  }

  /// Returns the results of all flags of a document for a user: the variations with the variables.
  static func results(
    _ bytes: [UInt8],
    _ format: ConfigurationFormat,
    for user: EvaluationContext
  ) throws -> [String: String] {
    let configuration = try format.parse(bytes)
    let allocator = configuration.evaluator.allocator(for: user, count: 0)
    var results: [String: String] = [:]
    for var feature in configuration.features {
      feature.allocate(by: allocator)
      let state = feature.state(in: .release)
      let variables = state.variables.map { "\($0.name) = \($0.value)" }
      results[feature.name.rawValue] = "\(state.variation?.rawValue ?? "none") \(variables)"
    }
    return results
  }
}
