/// The documents of a flag system as its own programs read them: the syntax, the encoding and the members.
///
/// Halyard accepts more than these programs, so that a tester sees the flags of a document that an app
/// refuses. A ``DocumentFinding`` says what the programs do.
package struct DocumentGrammar: Sendable {
  /// The programs that read the documents, for messages, such as `SDKs`.
  package let readers: String
  /// The rules for the types of plain scalars in YAML; `nil` if the programs read JSON only.
  package let yaml: YAMLReader.Schema?
  package let root: MemberTable
  /// The members of a document that has none of the members of `root`, such as an object with the flags
  /// alone; `nil` if the system has no such documents.
  package let bare: MemberTable.Part?

  package init(
    readers: String,
    yaml: YAMLReader.Schema? = nil,
    root: MemberTable,
    bare: MemberTable.Part? = nil
  ) {
    (self.readers, self.yaml, self.root, self.bare) = (readers, yaml, root, bare)
  }

  /// Decodes a document of simple JSON that has no findings; returns `nil` if `body` throws, and for any
  /// other document, which ``read(_:)`` has to parse.
  package func readSimple<Result>(
    _ bytes: [UInt8],
    _ body: (FlatValue) throws(DocumentError) -> Result
  ) -> Result? {
    FlatDocument.read(bytes, as: { part(of: $0) }, body)
  }

  /// Parses a document, and finds what the programs refuse, ignore or overwrite.
  ///
  /// - Throws: The reason why the document cannot be parsed, even with the syntax of JSON5.
  package func read(_ bytes: [UInt8]) throws(DocumentError) -> ReadDocument {
    let encoding = TextEncoding(of: bytes)
    let text = try encoding.utf8(bytes)
    var findings = encoding.finding(readers).map { [$0] } ?? []
    let node: Node
    var findsDuplicates = true
    if let yaml, DocumentEncoding.isYAML(text) {
      let document = try YAMLReader.readWithFindings(text, as: yaml)
      node = document.node
      findings += document.findings
    } else {
      let document = try JSONReader.readWithFindings(text)
      (node, findsDuplicates) = (document.node, document.hasDuplicate)
      findings += document.refusal.map { [refusal($0)] } ?? []
    }
    let refusesDuplicates = yaml?.refusesDuplicates == true && DocumentEncoding.isYAML(text)
    let others = inspect(node, findsDuplicates: findsDuplicates).findings
    findings += refusesDuplicates ? others.map(refused) : others
    return ReadDocument(node: node, findings: findings, root: root)
  }

  /// Finds the misspelt members and the duplicate keys of a parsed document.
  ///
  /// - Parameters:
  ///   - node: The document.
  ///   - findsDuplicates: Whether to search for duplicate keys; `false` if the parser has found none.
  /// - Returns: The document with its findings.
  package func inspect(_ node: Node, findsDuplicates: Bool = true) -> ReadDocument {
    var inspection = MemberInspection(findsDuplicates: findsDuplicates)
    inspection.inspect(node, as: part(of: node))
    return ReadDocument(node: node, findings: inspection.findings, root: root)
  }

  private func part(of document: some DocumentValue) -> MemberTable.Part {
    guard let bare else { return .objects(root) }
    let entries = document.entries ?? []
    let hasRoot = entries.contains { root.index(of: $0.key) != nil }
    return hasRoot && !areFlags(entries, of: bare) ? .objects(root) : bare
  }

  /// Whether an object that has a member of `root` consists of flags alone, one of which has the same
  /// name as that member.
  ///
  /// This is the case if all values are objects or null, and the value with that name has a known member
  /// of a flag, whose value is not an object.
  private func areFlags(
    _ entries: [(key: String, value: some DocumentValue)],
    of bare: MemberTable.Part
  ) -> Bool {
    guard case .flags(let table, _) = bare,
      entries.allSatisfy({ $0.value.isObject || $0.value.node.isNull })
    else { return false }
    return entries.allSatisfy { entry in
      root.index(of: entry.key) == nil
        || entry.value.entries?.contains { table.index(of: $0.key) != nil && !$0.value.isObject }
          == true
    }
  }

  private func refusal(_ error: DocumentError) -> DocumentFinding {
    let text = "\(error); \(readers) read JSON only"
    return DocumentFinding(fact: .refusal(text), line: error.line, flag: nil)
  }

  /// Returns the finding of a duplicate in YAML as the reason to refuse the document.
  private func refused(_ finding: DocumentFinding) -> DocumentFinding {
    let text: String
    switch finding.fact {
    case .duplicateKey(let key, let line): text = "has \"\(key.excerpt)\" twice" + Self.first(line)
    case .duplicateFlag(let line): text = "is defined twice" + Self.first(line)
    case .refusal, .difference, .unknownMember: return finding
    }
    let fact = DocumentFinding.Fact.refusal("\(text); \(readers) refuse YAML with equal keys")
    return DocumentFinding(fact: fact, line: finding.line, flag: finding.flag)
  }

  private static func first(_ line: Int?) -> String { line.map { ", first on line \($0)" } ?? "" }
}

/// A parsed document with its findings.
package struct ReadDocument: Sendable {
  package let node: Node
  package let findings: [DocumentFinding]
  fileprivate let root: MemberTable

  /// Returns the error of a missing member with the misspelt member that the document has instead, if any.
  package func explaining(_ error: DocumentError) -> DocumentError {
    guard case .unexpected(let path, let line, let found, let expected) = error else {
      return error
    }
    let name = path.split(separator: ".").last.map(String.init)
    for finding in findings where found == "nothing" {
      guard case .unknownMember(let key, let nearest) = finding.fact, nearest == name else {
        continue
      }
      return .unexpected(
        path: path,
        line: finding.line,
        found: "\"\(key.excerpt)\"",
        expected: expected
      )
    }
    guard let hint = root.hint(for: node) ?? hint(inside: path) else { return error }
    return .unexpected(path: path, line: line, found: "\(found); \(hint)", expected: expected)
  }
}

extension ReadDocument {
  /// The question "did you mean …?" about the first misspelt member of the flag in a path; `nil` if the
  /// flag has none.
  private func hint(inside path: String) -> String? {
    for finding in findings {
      guard case .unknownMember(let key, let nearest) = finding.fact, let flag = finding.flag,
        path.contains(flag)
      else { continue }
      return "\"\(key.excerpt)\", did you mean \"\(nearest)\"?"
    }
    return nil
  }
}

extension MemberTable {
  /// The number of members of an object that the table knows.
  package func count(in object: Node) -> Int {
    object.members?.count { index(of: $0.key) != nil } ?? 0
  }

  /// The question "did you mean …?" about the first misspelt member of an object; `nil` if the object
  /// has none.
  package func hint(for object: Node) -> String? {
    let members = object.members ?? []
    for member in members.prefix(64) where index(of: member.key) == nil {
      let nearest = NameSuggestions.nearest(to: member.key, among: names)
        .first { name in !members.contains { $0.key == name } }
      if let nearest { return "\"\(member.key.excerpt)\", did you mean \"\(nearest)\"?" }
    }
    return nil
  }
}

/// A part of a document that the programs of its flag system refuse, ignore or overwrite.
package struct DocumentFinding: Hashable, Sendable {
  /// The kind of the finding, with its details.
  package enum Fact: Hashable, Sendable {
    /// Programs refuse the document, for the given reason.
    case refusal(String)
    /// Some programs read the document differently; the text describes the difference.
    case difference(String)
    /// A member is unknown, and its spelling resembles that of a known one.
    case unknownMember(String, nearest: String)
    /// An object has a key twice; the last value is used.
    case duplicateKey(String, firstLine: Int?)
    /// The document has a flag twice; the last definition is used.
    case duplicateFlag(firstLine: Int?)
  }

  package let fact: Fact
  /// The line number, counted from 1; `nil` if it is unknown.
  package let line: Int?
  /// The key of the flag; `nil` for a finding outside of the flags.
  package let flag: String?
}
