import Documents

/// The document in an object of Kubernetes: the text of a `ConfigMap`, or the flags of a `FeatureFlag`.
///
/// The document keeps its line numbers: it is preceded by as many empty lines as there are lines before it.
/// Sources: the API of Kubernetes, and the custom resources of the OpenFeature operator.
enum KubernetesObject {
  /// The paths of the flags in custom resources, in the versions v1beta1 and v1alpha1 of the API.
  private static let resources: [(kind: String, path: [String])] = [
    ("FeatureFlag", ["spec", "flagSpec"]), ("FeatureFlagConfiguration", ["spec", "flagSpec"]),
    ("FeatureFlagConfiguration", ["spec", "featureFlagSpec"]),
  ]

  /// Returns the document in an object.
  ///
  /// - Parameter bytes: The bytes of a source, in JSON or YAML.
  /// - Returns: The document; `nil` for bytes that are no object with one document.
  static func document(in bytes: [UInt8]) -> [UInt8]? {
    guard bytes.contains(text: "apiVersion"),
      ["ConfigMap", "FeatureFlag"].contains(where: bytes.contains(text:)),
      // Drops the error: the parser of the chosen format reports it.
      let object = try? DocumentEncoding.readJSONOrYAML(bytes, as: .yaml11),
      let kind = object["kind"]?.string
    else { return nil }
    if kind == "ConfigMap" { return text(of: object["data"], bytes) }
    for (name, path) in resources where name == kind {
      let node = path.reduce(Node?.some(object)) { node, name in node?[name] }
      if let document = node.flatMap({ document(of: $0, bytes) }) { return document }
    }
    return nil
  }

  /// Returns the only text of a `ConfigMap` that can be a document.
  private static func text(of data: Node?, _ bytes: [UInt8]) -> [UInt8]? {
    let texts = (data?.members ?? []).filter { $0.node.string?.contains(":") ?? false }
    guard texts.count == 1, let text = texts[0].node.string else { return nil }
    // A block of YAML begins on the line after its name.
    let isBlock = text.contains("\n") && DocumentEncoding.isYAML(bytes)
    let before = max((texts[0].node.line ?? 1) - (isBlock ? 0 : 1), 0)
    return [UInt8](repeating: UInt8(ascii: "\n"), count: before) + Array(text.utf8)
  }

  private static func document(of node: Node, _ bytes: [UInt8]) -> [UInt8]? {
    if let text = node.string { return Array(text.utf8) }
    guard let line = node.line, node.members != nil, let json = JSONValue(node) else { return nil }
    if DocumentEncoding.isYAML(bytes), let block = block(from: line, of: bytes) { return block }
    return [UInt8](repeating: UInt8(ascii: "\n"), count: line - 1)
      + Array(json.text(isPretty: true).utf8)
  }

  /// Returns the lines of an indented block of YAML, which is a document of its own.
  private static func block(from line: Int, of bytes: [UInt8]) -> [UInt8]? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    func indent(_ line: ArraySlice<UInt8>) -> Int { line.prefix { $0 == UInt8(ascii: " ") }.count }
    guard lines.indices.contains(line - 1), indent(lines[line - 1]) > 0,
      lines[line - 1].dropFirst(indent(lines[line - 1])).first != UInt8(ascii: "{")
    else { return nil }
    let depth = indent(lines[line - 1])
    let block = lines[(line - 1)...].prefix { line in
      indent(line) >= depth
        || line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
    }
    return [UInt8](repeating: UInt8(ascii: "\n"), count: line - 1)
      + Array(block.joined(separator: [UInt8(ascii: "\n")]))
  }
}
