import FeatureFlags

/// The Optimizely Data Platform of a project: its address, its API key and the segments to fetch.
struct DataPlatform: Hashable, Sendable {
  /// The base URL of the platform.
  let host: String?
  /// The API key.
  let key: String?
  /// The segments that the datafile's audiences reference, each once, in their order.
  let segments: [String]

  /// Whether the datafile names a platform and its key.
  var isIntegrated: Bool { host?.isEmpty == false && key?.isEmpty == false }

  init(_ datafile: Datafile) {
    let integration = datafile.integrations.first { $0.key == "odp" }
    host = integration?.host
    key = integration?.publicKey
    var found: [String] = []
    for audience in datafile.typedAudiences { Self.collect(audience.conditions, into: &found) }
    var seen: Set<String> = []
    segments = found.filter { seen.insert($0).inserted }
  }

  private static func collect(_ condition: Datafile.Condition, into segments: inout [String]) {
    switch condition {
    case .operation, .audience: return
    case .attribute(let attribute):
      if attribute.match == "qualified", case .string(let segment) = attribute.value {
        segments.append(segment)
      }
    case .list(let conditions):
      for condition in conditions { collect(condition, into: &segments) }
    }
  }
}
