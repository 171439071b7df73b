import FeatureFlags
import Flagd
import GoFeatureFlag
import GrowthBook
import LaunchDarkly
import PostHog
import RemoteConfig
import Targeting
import Unleash

/// Generates documents of flag systems with 5,000 flags.
enum FlagSystemWorkload: String, CaseIterable {
  case flagd
  case unleash = "Unleash"
  case launchDarkly = "LaunchDarkly"
  case growthBook = "GrowthBook"
  case goFeatureFlag = "GO Feature Flag"
  case postHog = "PostHog"
  case remoteConfig = "Remote Config"

  /// The number of flags.
  private static let count = 5_000

  /// The index of the flag that is decided.
  var flag: Int { 42 }

  /// The longest time of a decision.
  var decideBudget: Duration {
    switch self {
    case .flagd: .microseconds(5)
    case .unleash, .launchDarkly, .growthBook, .goFeatureFlag, .postHog, .remoteConfig:
      .microseconds(2)
    }
  }

  var format: ConfigurationFormat {
    switch self {
    case .flagd: .flagd()
    case .launchDarkly: .launchDarkly
    case .growthBook: .growthBook()
    case .goFeatureFlag: .goFeatureFlag()
    case .postHog: .postHog()
    case .remoteConfig: .remoteConfigTemplate
    case .unleash: .unleash(UnleashSettings(now: { Timestamp(seconds: 1_795_428_930) }))
    }
  }

  /// The JSON of the document, about 1 kB per flag.
  var document: String {
    let flags = (0..<Self.count).map(flag).joined(separator: ",\n")
    return switch self {
    case .flagd: "{\"flags\": {\(flags)}}"
    case .launchDarkly: "{\"segments\": {}, \"flags\": {\(flags)}}"
    case .growthBook: "{\"status\": 200, \"features\": {\(flags)}}"
    case .unleash: "{\"version\": 2, \"features\": [\(flags)]}"
    case .goFeatureFlag: "{\(flags)}"
    case .postHog: "{\"flags\": [\(flags)], \"group_type_mapping\": {}, \"cohorts\": {}}"
    case .remoteConfig: "{\"conditions\": [\(conditions)], \"parameters\": {\(flags)}}"
    }
  }

  /// The user of a decision, whom the flags target.
  static func user(_ number: Int) -> EvaluationContext {
    EvaluationContext(
      targetingKey: "user \(number)",
      attributes: ["country": "de", "email": "ana@shop.example", "version": "3.4.1"]
    )
  }

  /// A user as JSON, for the engines of other programs.
  static let context =
    #"{"targetingKey": "user 1", "country": "de", "email": "ana@shop.example", "version": "3.4.1"}"#

  func name(of number: Int) -> String { "shop.feature.\(number)" }

  private func flag(_ number: Int) -> String {
    switch self {
    case .flagd: flagdFlag(number)
    case .unleash: unleashFlag(number)
    case .launchDarkly: launchDarklyFlag(number)
    case .growthBook: growthBookFeature(number)
    case .goFeatureFlag: goFlag(number)
    case .postHog: postHogFlag(number)
    case .remoteConfig: parameter(number)
    }
  }

  /// A flag whose targeting has twenty nodes, with a line for each value as people write it.
  private func flagdFlag(_ number: Int) -> String {
    #"""
        "\#(name(of: number))": {
          "state": "ENABLED",
          "variants": {
            "red": "#ff0000",
            "blue": "#0000ff",
            "off": "none"
          },
          "defaultVariant": "off",
          "targeting": {
            "if": [
              {
                "and": [
                  { "in": [{ "var": "country" }, ["at", "ch", "de", "fr"]] },
                  { "ends_with": [{ "var": "email" }, "@shop.example"] },
                  { "sem_ver": [{ "var": "version" }, ">=", "3.\#(number % 4).0"] },
                  { "!": [{ "==": [{ "var": "plan" }, "free \#(number)"] }] }
                ]
              },
              {
                "fractional": [
                  { "cat": [{ "var": "$flagd.flagKey" }, { "var": "targetingKey" }] },
                  ["red", 50],
                  ["blue", 50]
                ]
              },
              "off"
            ]
          },
          "metadata": {
            "owner": "team \#(number % 20)",
            "description": "What the feature does for the shop"
          }
        }
    """#
  }

  /// A flag with three constraints and a rollout.
  private func unleashFlag(_ number: Int) -> String {
    #"""
    {"name": "\#(name(of: number))", "type": "release", "enabled": true, "project": "default",
     "stale": false, "impressionData": false, "description": "What the feature does for the shop",
     "strategies": [{"name": "flexibleRollout", "title": "Most users in the north",
       "parameters": {"groupId": "\#(name(of: number))", "rollout": "99", "stickiness": "default"},
       "segments": [], "variants": [], "constraints": [
        {"contextName": "country", "operator": "IN", "values": ["at", "ch", "de", "fr"],
         "inverted": false, "caseInsensitive": false},
        {"contextName": "email", "operator": "STR_ENDS_WITH", "values": ["@shop.example"],
         "inverted": false, "caseInsensitive": false},
        {"contextName": "version", "operator": "SEMVER_GT", "value": "3.\#(number % 4).0",
         "values": [], "inverted": false, "caseInsensitive": false}]}],
     "variants": [], "dependencies": []}
    """#
  }

  /// A flag with a rule of three clauses and a rollout.
  private func launchDarklyFlag(_ number: Int) -> String {
    #"""
    "\#(name(of: number))": {"key": "\#(name(of: number))", "version": \#(number + 1), "on": true,
     "prerequisites": [], "targets": [], "contextTargets": [], "salt": "1f4a\#(number)", "deleted": false,
     "rules": [{"id": "3b9c-\#(number)", "trackEvents": false, "clauses": [
        {"contextKind": "user", "attribute": "country", "op": "in", "values": ["at", "ch", "de", "fr"],
         "negate": false},
        {"contextKind": "user", "attribute": "email", "op": "endsWith", "values": ["@shop.example"],
         "negate": false},
        {"contextKind": "user", "attribute": "version", "op": "semVerGreaterThan",
         "values": ["3.\#(number % 4).0"], "negate": false}],
       "rollout": {"contextKind": "user", "variations": [
         {"variation": 0, "weight": 50000}, {"variation": 1, "weight": 50000}]}}],
     "fallthrough": {"variation": 1}, "offVariation": 1, "variations": ["red", "blue"],
     "clientSideAvailability": {"usingMobileKey": false, "usingEnvironmentId": true},
     "trackEvents": false, "trackEventsFallthrough": false, "debugEventsUntilDate": null}
    """#
  }

  /// A feature with a rule of three conditions and a rollout.
  private func growthBookFeature(_ number: Int) -> String {
    #"""
    "\#(name(of: number))": {"defaultValue": "blue", "rules": [
      {"id": "fr_\#(number)x1", "coverage": 0.5, "hashAttribute": "id", "force": "red",
       "condition": {"country": {"$in": ["at", "ch", "de", "fr"]}, "plan": {"$ne": "free \#(number)"},
         "version": {"$vgt": "3.\#(number % 4).0"}}},
      {"id": "fr_\#(number)x2", "key": "experiment-\#(number)", "seed": "experiment-\#(number)",
       "hashAttribute": "id", "hashVersion": 2, "phase": "0", "variations": ["red", "blue"],
       "weights": [0.5, 0.5], "coverage": 1, "name": "What the feature does for the shop",
       "meta": [{"key": "0", "name": "Control"}, {"key": "1", "name": "Blue"}]}]}
    """#
  }

  /// A flag with a query of three terms and a percentage.
  private func goFlag(_ number: Int) -> String {
    #"""
    "\#(name(of: number))": {"variations": {"red": "#ff0000", "blue": "#0000ff", "off": "none"},
      "targeting": [{"name": "north",
        "query": "country in [\"at\", \"ch\", \"de\"] and email ew \"@shop.example\" and version ge 3.\#(number % 4).0",
        "percentage": {"red": 50, "blue": 50}}],
      "defaultRule": {"variation": "off"}, "trackEvents": true, "version": "\#(number + 1)",
      "metadata": {"owner": "team \#(number % 20)", "description": "What the feature does for the shop"}}
    """#
  }

  /// A flag with three filters and variants.
  private func postHogFlag(_ number: Int) -> String {
    #"""
    {"id": \#(number), "team_id": 1, "name": "What the feature does for the shop", "key": "\#(name(of: number))",
     "active": true, "deleted": false, "ensure_experience_continuity": false, "filters": {
       "groups": [{"variant": null, "rollout_percentage": 100, "properties": [
         {"key": "country", "type": "person", "operator": "exact", "value": ["at", "ch", "de", "fr"]},
         {"key": "email", "type": "person", "operator": "ends_with", "value": "@shop.example"},
         {"key": "version", "type": "person", "operator": "semver_gte", "value": "3.\#(number % 4).0"}]}],
       "payloads": {}, "multivariate": {"variants": [
         {"key": "red", "name": "Red", "rollout_percentage": 50},
         {"key": "blue", "name": "Blue", "rollout_percentage": 50}]}}}
    """#
  }

  /// The conditions of a server template: two signals and a share of users.
  private var conditions: String {
    let conditions = (0..<500).map { number in
      #"""
      {"name": "north \#(number)", "condition": {"orCondition": {"conditions": [{"andCondition": {"conditions": [
        {"customSignal": {"customSignalOperator": "STRING_EXACTLY_MATCHES", "customSignalKey": "country",
          "targetCustomSignalValues": ["at", "ch", "de", "fr"]}},
        {"customSignal": {"customSignalOperator": "SEMANTIC_VERSION_GREATER_EQUAL",
          "customSignalKey": "version", "targetCustomSignalValues": ["3.\#(number % 4).0"]}},
        {"percent": {"percentOperator": "LESS_OR_EQUAL", "seed": "seed \#(number)", "microPercent": 50000000}}]}}]}}}
      """#
    }
    return conditions.joined(separator: ",\n")
  }

  private func parameter(_ number: Int) -> String {
    #"""
    "\#(name(of: number))": {"description": "What the parameter does for the shop", "valueType": "STRING",
      "defaultValue": {"value": "blue"},
      "conditionalValues": {"north \#(number % 500)": {"value": "red"}}}
    """#
  }
}
