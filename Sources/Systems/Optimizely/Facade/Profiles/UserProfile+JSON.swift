import Documents
import FeatureFlags

extension UserProfile {
  /// Parses a profile in the JSON format of the SDKs; `nil` if it is malformed.
  init?(_ record: Node) {
    guard let userId = record["user_id"]?.string,
      let experiments = record["experiment_bucket_map"]?.members
    else { return nil }
    let pairs = experiments.compactMap { member in
      member.node["variation_id"]?.string.map { (member.key, $0) }
    }
    self.init(userId: userId, variations: Dictionary(pairs) { $1 })
  }

  /// The profile in the format of the SDKs, as JSON.
  var json: JSONValue {
    let experiments = variations.sorted { $0.key < $1.key }.map { experiment, variation in
      (key: experiment, value: JSONValue.object([("variation_id", .string(variation))]))
    }
    return .object([
      ("user_id", .string(userId)), ("experiment_bucket_map", .object(experiments)),
    ])
  }
}
