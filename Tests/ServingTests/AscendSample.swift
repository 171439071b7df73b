import AscendExperiments
import FeatureFlags

/// A response of an Ascend server, and the experiments that an app requests.
enum AscendSample {
  static let response = """
    {"trace": 9007199254740993, "data": {"experiment_map": [
      {"experiment_id": "exp-7", "experiment_key": "checkout_flow", "experiment_name": "Checkout",
       "status": "LIVE", "variant": {"display_name": "Short form", "variables": [
          {"key": "steps", "value": "2", "data_type": "INT"},
          {"key": "count", "value": "5", "data_type": "LONG"},
          {"key": "ratio", "value": "0.5", "data_type": "DOUBLE"},
          {"key": "one_tap", "value": "true", "data_type": "BOOL"},
          {"key": "title", "value": "Pay now", "data_type": "text"},
          {"key": "limits", "value": "{\\"most\\": 5}", "data_type": "JSON"}]},
       "variant_name": "short", "assigned_at": 1789999000},
      {"experiment_id": "exp-9", "experiment_key": "retry_policy", "status": "active",
       "variant_name": "control"}], "next": null},
     "error": null}
    """

  static let defaults: [String: ExperimentVariable] = [
    "checkout_flow": .dictionary([
      "steps": .int(9), "count": .int64(9), "ratio": .double(9), "one_tap": .bool(false),
      "title": .string("Pay"), "colour": .string("blue"),
    ]),
    "retry_policy": .dictionary(["limit": .int(3)]),
    "absent": .dictionary(["size": .int(1)]),
  ]

  static func lab() throws -> FeaturesDocumentState {
    try FeaturesDocumentState(response, format: .ascend(ExperimentsFile(defaults: defaults)))
  }
}
