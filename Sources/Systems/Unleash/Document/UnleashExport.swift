import Documents

/// The client features of one environment, which an export of the admin API or a backup of Unleash Edge
/// contains.
///
/// In an export, the state, the strategies and the dependencies of a flag are separate from the flag. A
/// backup is a list of pairs of an environment and its client features.
struct UnleashExport {
  /// The client features, as `/api/client/features` has them.
  let clientFeatures: Node
  /// What the client features do not have of the document, each as a sentence without a full stop.
  private(set) var remarks: [String] = []
  /// The names of the segments by id, of which an export usually has nothing else.
  private(set) var segmentNames: [Int: String] = [:]

  /// Forms the client features of a document; `nil` for a document in another form.
  ///
  /// - Throws: An error for a backup of several environments.
  init?(_ document: Node) throws(DocumentError) {
    switch UnleashDocument.kind(of: document) {
    case .export?:
      let parts = ExportParts(document)
      clientFeatures = parts.clientFeatures(of: document)
      remarks = parts.remarks
      for segment in document["segments"]?.list ?? [] {
        guard let id = segment["id"]?.number.flatMap(Int.init(exactly:)) else { continue }
        segmentNames[id] = segment["name"]?.string
      }
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
      clientFeatures = features
    case .features?, .delta?, .list?, .toggles?, nil: return nil
    }
  }
}

/// The parts of the flags of an export, for one environment.
private struct ExportParts {
  /// The names of all environments, in the order of the document.
  private let environmentNames: [String]
  /// The environment whose states and strategies are used; `nil` if the export names none.
  private let environment: String?
  private let archived: [String]
  private let environments: [String: Node]
  private let strategies: [String: [Node]]
  private let dependencies: [String: Node]

  /// The environment that is used of several ones, if the export has it.
  private static let preferred = "production"
  /// The maximum number of flags that a remark names.
  private static let nameCount = 5

  init(_ document: Node) {
    func list(_ name: String) -> [Node] { document[name]?.list ?? [] }
    func byFlag(_ parts: [Node]) -> [String: Node] {
      Dictionary(parts.map { (Self.flag(of: $0), $0) }) { $1 }
    }
    let (states, rules) = (list("featureEnvironments"), list("featureStrategies"))
    var known: Set<String> = []
    let names = (states + rules).compactMap { $0["environment"]?.string }
      .filter { known.insert($0).inserted }
    let chosen = names.contains(Self.preferred) ? Self.preferred : names.first
    func isChosen(_ part: Node) -> Bool { part["environment"]?.string.map { $0 == chosen } ?? true }
    (environmentNames, environment) = (names, chosen)
    archived = list("features").filter(Self.isArchived).compactMap { $0["name"]?.string }
    environments = byFlag(states.filter(isChosen))
    dependencies = byFlag(list("dependencies"))
    let ordered =
      rules
      .filter { $0["disabled"]?.bool != true && isChosen($0) }
      .sorted { ($0["sortOrder"]?.number ?? 0) < ($1["sortOrder"]?.number ?? 0) }
    strategies = Dictionary(grouping: ordered) { Self.flag(of: $0) }
  }

  private static func flag(of part: Node) -> String {
    let names = ["featureName", "feature", "name"]
    return names.lazy.compactMap { part[$0]?.string }.first ?? ""
  }

  private static func isArchived(_ flag: Node) -> Bool {
    flag["archived"]?.bool == true || flag["archivedAt"]?.string != nil
  }

  /// The environment that was chosen, and the flags that are left out.
  var remarks: [String] {
    var remarks: [String] = []
    if let environment, environmentNames.count > 1 {
      remarks.append(
        "has the environments \(environmentNames.joined(separator: ", ")); \"\(environment)\" is used"
      )
    }
    if !archived.isEmpty {
      let names = archived.prefix(Self.nameCount).joined(separator: ", ")
      let rest = archived.count - Self.nameCount
      let flags =
        archived.count == 1 ? "1 archived flag is" : "\(archived.count) archived flags are"
      remarks.append(
        "\(flags) left out, as for SDKs: " + names + (rest > 0 ? " and \(rest) more" : "")
      )
    }
    return remarks
  }

  func clientFeatures(of document: Node) -> Node {
    let flags = (document["features"]?.list ?? []).filter { !Self.isArchived($0) }.map(
      clientFeature
    )
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
