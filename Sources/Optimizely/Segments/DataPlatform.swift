import FeatureFlags

/// The Optimizely Data Platform (ODP) of a project: its URL, its API key and the segments to fetch.
struct DataPlatform: Hashable, Sendable {
  /// The base URL of the platform; `nil` if the datafile has none.
  let host: String?
  /// The API key of the project; `nil` if the datafile has none.
  let key: String?
  /// The segments in the conditions of the datafile's audiences, in order, without duplicates.
  let segments: [String]

  /// Whether the datafile has the URL and the API key of a platform.
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
