package import Documents
package import FeatureFlags

/// The body of a bulk response: the evaluations of all flags for one user.
package struct OFREPBulkEvaluation: Hashable, Sendable {
  /// The entries, in the order of the response, each with a unique key.
  package let entries: [OFREPEntry]
  /// The metadata of the flag set; `nil` if the response has none.
  package let metadata: RawJSON?
  /// The event streams that report changes of the evaluation.
  package let eventStreams: [OFREPEventStream]
  /// The problems of omitted entries, which have no key or a duplicate key.
  package let problems: [Problem]
  /// The positions of the entries in ``entries``, by key.
  private let positions: [String: Int]

  /// Parses the body of a bulk response; malformed entries are omitted and reported as problems.
  ///
  /// - Throws: The error of a body that is not JSON, or has no list `flags`.
  package init(bytes: [UInt8]) throws(DocumentError) {
    let (raw, node) = try RawJSON.parse(bytes)
    let document = DocumentGrammar.ofrep.inspect(node)
    let nodes: [Node]
    do throws(DocumentError) {
      nodes = try FieldReader(node).list("flags") { node throws(DocumentError) in node }
    } catch { throw document.explaining(error) }
    let members = raw.members(node)
    var reader = EntryReader()
    let flags = members.last { $0.key == "flags" }?.raw
    for (node, text) in zip(nodes, flags?.parts ?? []) { reader.read(node, text) }
    entries = reader.entries
    problems = document.findings.map { Problem($0) } + reader.problems
    positions = reader.positions
    metadata = members.last { $0.key == "metadata" && $0.node.members != nil }?.raw
    eventStreams = (node["eventStreams"]?.list ?? []).compactMap(OFREPEventStream.init)
  }

  /// Returns the entry of a flag; `nil` if the response has none.
  package func entry(_ key: String) -> OFREPEntry? {
    positions[key].map { entries[$0] }
  }
}

/// Converts the elements of the list `flags`, and collects problems of malformed elements.
private struct EntryReader {
  var entries: [OFREPEntry] = []
  var problems: [Problem] = []
  var positions: [String: Int] = [:]
  private var count = 0

  mutating func read(_ node: Node, _ raw: RawJSON) {
    count += 1
    guard let entry = OFREPEntry(node, raw), !entry.key.isEmpty else {
      let words = "is \(node.kind), expected an object with a \"key\", so it is left out"
      return report(
        .service(node.members == nil ? words : "has no \"key\", so it is left out"),
        node
      )
    }
    guard positions[entry.key] == nil else {
      return report(.duplicateName(firstLine: nil), node, entry.key)
    }
    positions[entry.key] = entries.count
    entries.append(entry)
  }

  private mutating func report(_ fact: Problem.Fact, _ node: Node, _ feature: String? = nil) {
    let name = feature ?? "#\(count)"
    problems.append(Problem(severity: .error, line: node.line, feature: name, fact: fact))
  }
}
