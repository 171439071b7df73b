package import Documents
public import FeatureFlags

extension ConfigurationFormat {
  /// The format of the manifests of the command-line tool `openfeature`: its file `flags.json`, or the
  /// response of a manifest server.
  ///
  /// A Boolean flag becomes a feature flag, which is on if its default is `true`. Any other flag becomes
  /// a feature of type value, whose variable `value` has the default value.
  public static let manifest = ConfigurationFormat(
    name: "openfeature",
    recognises: { bytes in
      guard bytes.contains(text: "defaultValue") || bytes.contains(text: "flag-manifest") else {
        return false
      }
      // Drops the error: malformed JSON matches no format, and the parser of the selected format reports it.
      return (try? JSONReader.read(bytes)).map(ManifestReader.isManifest) ?? false
    },
    parse: { bytes throws(ConfigurationError) in
      var reader = ManifestReader()
      let document = try mapError(
        DocumentGrammar.manifest.read(bytes),
        to: ConfigurationError.document
      )
      do throws(DocumentError) { try reader.read(document.node) } catch {
        throw .document(document.explaining(error))
      }
      let problems = document.findings.map { Problem($0) } + reader.problems
      return Configuration(features: reader.features, problems: problems)
    }
  )
  .described(by: "\"flags\" with \"flagType\"", .manifest)
}

/// Reads the flags of a manifest, and reports those that are malformed.
private struct ManifestReader {
  private(set) var features: [Feature] = []
  private(set) var problems: [Problem] = []
  private var names: Set<Feature.Name> = []

  /// Returns whether a document is a manifest of this tool, and not a document with flags of another
  /// system.
  static func isManifest(_ document: Node) -> Bool {
    guard let flags = document["flags"] else { return false }
    if let members = flags.members, !members.isEmpty {
      return members.contains { $0.node["flagType"] != nil }
    }
    if let list = flags.list, !list.isEmpty {
      return list.contains { $0["key"] != nil && $0["type"] != nil && $0["defaultValue"] != nil }
    }
    return document["$schema"]?.string?.hasSuffix("flag-manifest.json") ?? false
  }

  /// Reads all flags.
  ///
  /// - Throws: `unexpected` if there are no flags, and `limit` for too many.
  mutating func read(_ document: Node) throws(DocumentError) {
    guard let flags = document["flags"] else {
      throw .unexpected(path: "flags", line: document.line, found: "nothing", expected: "flags")
    }
    let count = flags.members?.count ?? flags.list?.count ?? 0
    guard count <= InputLimit.features.maximum else {
      throw .limit(.features, found: count, line: flags.line)
    }
    if let members = flags.members {
      for member in members.lastByKey { read(member.node, key: member.key, type: "flagType") }
    } else if let list = flags.list {
      for (index, node) in list.enumerated() {
        guard let key = node["key"]?.string else {
          report("key", node["key"], of: "#\(index + 1)", node.line, expected: "a text")
          continue
        }
        read(node, key: key, type: "type")
      }
    } else {
      throw flags.mismatch(expected: "an object or a list of flags").inside("flags")
    }
  }

  /// Reads a flag whose type is in the member `field`; a flag without a known type is omitted and
  /// reported.
  private mutating func read(_ node: Node, key: String, type field: String) {
    guard let type = FlagManifest.Flag.types.first(where: { $0.name == node[field]?.string }) else {
      let names = FlagManifest.Flag.types.map(\.name).joined(separator: ", ")
      return report(field, node[field], of: key, node.line, expected: "one of \(names)")
    }
    guard names.insert(Feature.Name(rawValue: key)).inserted else {
      return problems.append(
        Problem(
          severity: .error,
          line: node.line,
          feature: key,
          fact: .service("is defined twice; the first definition applies")
        )
      )
    }
    let found = node["defaultValue"]
    let value = found.flatMap(VariableValue.init).flatMap { value in
      // A whole number is accepted for a floating-point flag, because JSON does not distinguish `2` from
      // `2.0`.
      value.type == type.type || [.double, .json].contains(type.type)
        ? value.converted(to: type.type) : nil
    }
    if value == nil {
      let expected = type.type.valueText
      report("defaultValue", found, of: key, node.line, expected: expected)
    }
    features.append(Self.feature(key, value, type.type, node["description"]?.string))
  }

  private static func feature(
    _ key: String,
    _ value: VariableValue?,
    _ type: VariableType,
    _ description: String?
  ) -> Feature {
    let (name, text) = (Feature.Name(rawValue: key), description.flatMap { $0.isEmpty ? nil : $0 })
    if type == .boolean {
      return Feature(name: name, description: text, enabled: value == .boolean(true))
    }
    let variables = value.map { [Variable(name: FlagDefinition.valueVariable, value: $0)] } ?? []
    return Feature(value: name, description: text, variables: variables)
  }

  private mutating func report(
    _ field: String,
    _ node: Node?,
    of key: String,
    _ line: Int?,
    expected: String
  ) {
    problems.append(
      Problem(
        severity: .error,
        line: node?.line ?? line,
        feature: key,
        fact: .wrongKind(
          field: field,
          found: node?.kind ?? "nothing",
          expected: expected,
          isFatal: field != "defaultValue"
        )
      )
    )
  }
}

extension DocumentGrammar {
  /// The grammar of the manifests of the command-line tool `openfeature`.
  package static let manifest = DocumentGrammar(
    readers: "readers of manifests",
    root: MemberTable(
      "$schema",
      ["flags": .flags(MemberTable("key flagType type defaultValue description"))]
    )
  )
}
