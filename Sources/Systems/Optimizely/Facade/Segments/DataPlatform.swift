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
    for audience in datafile.typedAudiences {
      audience.conditions.forEachPart { part in
        if case .attribute(let condition) = part, condition.match == "qualified",
          case .string(let segment) = condition.value
        {
          found.append(segment)
        }
      }
    }
    var seen: Set<String> = []
    segments = found.filter { seen.insert($0).inserted }
  }
}
