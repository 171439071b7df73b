import Documents

/// Forms the client features of one environment from an export of the admin API, or from a backup of
/// Unleash Edge.
///
/// In an export, the state, the strategies and the dependencies of a flag are separate from the flag. A
/// backup is a list of pairs of an environment and its client features.
struct UnleashExport {
  private let environments: [String: Node]
  private let strategies: [String: [Node]]
  private let dependencies: [String: Node]

  /// Returns the client features of a document; `nil` for a document in another form.
  ///
  /// - Throws: An error for a backup of several environments.
  static func clientFeatures(of document: Node) throws(DocumentError) -> Node? {
    switch UnleashDocument.kind(of: document) {
    case .export?: return UnleashExport(document).clientFeatures(of: document)
    case .backup?:
      let pairs = (document.list ?? []).compactMap(\.list)
      guard let features = pairs.first?.last, pairs.count == 1 else {
        let names = pairs.compactMap(\.first?.string).joined(separator: ", ")
        throw .unexpected(
          line: document.line,
          found: "a backup of Unleash Edge with the environments \(names)",
          expected: "one environment"
        )
      }
      return features
    case .features?, .delta?, .list?, .toggles?, nil: return nil
    }
  }

  private init(_ document: Node) {
    func list(_ name: String) -> [Node] { document[name]?.list ?? [] }
    func byFlag(_ parts: [Node]) -> [String: Node] {
      Dictionary(parts.map { (Self.flag(of: $0), $0) }) { $1 }
    }
    environments = byFlag(list("featureEnvironments"))
    dependencies = byFlag(list("dependencies"))
    let ordered = list("featureStrategies")
      .filter { $0["disabled"]?.bool != true }
      .sorted { ($0["sortOrder"]?.number ?? 0) < ($1["sortOrder"]?.number ?? 0) }
    strategies = Dictionary(grouping: ordered) { Self.flag(of: $0) }
  }

  private static func flag(of part: Node) -> String {
    let names = ["featureName", "feature", "name"]
    return names.lazy.compactMap { part[$0]?.string }.first ?? ""
  }

  private func clientFeatures(of document: Node) -> Node {
    let flags = (document["features"]?.list ?? []).map(clientFeature)
    // An export has only the names of segments: a flag that needs one is off, as for SDKs.
    let segments = (document["segments"]?.list ?? []).filter { $0["constraints"] != nil }
    return document.replacing([
      "version": .number(2), "features": .list(flags), "segments": .list(segments),
      "featureStrategies": nil, "dependencies": nil,
    ])
  }

  private func clientFeature(_ flag: Node) -> Node {
    let name = flag["name"]?.string ?? ""
    let environment = environments[name]
    return flag.replacing([
      "enabled": environment?["enabled"]?.value ?? .bool(false),
      "strategies": .list(strategies[name] ?? []),
      "variants": environment?["variants"]?.value ?? .list([]),
      "dependencies": dependencies[name]?["dependencies"]?.value ?? .list([]),
    ])
  }
}

extension Node {
  /// Returns the object with other values of some members; a member with `nil` is left out.
  fileprivate func replacing(_ values: KeyValuePairs<String, Value?>) -> Node {
    let kept = (members ?? []).filter { member in !values.contains { $0.key == member.key } }
    let new = values.compactMap { key, value in
      value.map { Member(key: key, node: Node(value: $0, line: line)) }
    }
    return Node(value: .object(kept + new), line: line)
  }
}
