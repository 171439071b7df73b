@testable import Optimizely
@testable import OptimizelyEngine

/// A small datafile that tests compose from parts in JSON.
struct SmallDatafile {
  var experiments = "[]"
  var groups = "[]"
  var flags = "[]"
  var rollouts = "[]"
  var audiences = "[]"
  var revision = "3"
  var attributes = "[]"
  var events = "[]"
  var more = ""

  var text: String {
    """
    { "version": "4", "projectId": "1", "accountId": "2", "revision": "\(revision)",
      "anonymizeIP": true, "attributes": \(attributes), "events": \(events), \(more)
      "audiences": \(audiences),
      "experiments": \(experiments),
      "groups": \(groups),
      "featureFlags": \(flags),
      "rollouts": \(rollouts) }
    """
  }

  func datafile() throws -> Datafile { try Datafile(bytes: Array(text.utf8)) }

  func evaluator(_ order: ConjunctionOrder = .leftToRight) throws -> Evaluator {
    Evaluator(try datafile(), order: order)
  }

  /// Returns a datafile with a flag `f`, whose experiment `e` has one audience with these
  /// conditions.
  static func targeted(_ conditions: String) -> SmallDatafile {
    SmallDatafile(
      experiments: "[\(experiment("1", key: "e", extra: #", "audienceConditions": ["or", "7"]"#))]",
      flags: "[\(flag("f", experiments: ["1"]))]",
      audiences: #"[{ "id": "7", "name": "the audience", "conditions": \#(conditions) }]"#
    )
  }

  static func flag(
    _ key: String,
    experiments: [String] = [],
    rollout: String = "",
    variables: String = "[]"
  ) -> String {
    let ids = experiments.map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      { "id": "\(key)-id", "key": "\(key)", "experimentIds": [\(ids)], "rolloutId": "\(rollout)",
        "variables": \(variables) }
      """
  }

  /// Returns an experiment that allocates the buckets up to `end` to the variation `on`; by default
  /// all 10,000.
  static func experiment(
    _ id: String,
    key: String,
    status: String = "Running",
    end: Int = 10_000,
    variables: String = "[]",
    extra: String = ""
  ) -> String {
    """
    { "id": "\(id)", "key": "\(key)", "status": "\(status)", "layerId": "9",
      "variations": [{ "id": "\(id)1", "key": "on", "featureEnabled": true,
        "variables": \(variables) }],
      "trafficAllocation": [{ "entityId": "\(id)1", "endOfRange": \(end) }],
      "audienceIds": [], "forcedVariations": {}\(extra) }
    """
  }
}
