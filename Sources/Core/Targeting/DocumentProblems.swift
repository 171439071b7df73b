package import Documents
package import FeatureFlags

/// Collects the problems of a document of a flag system, in the order of detection.
package struct DocumentProblems: Sendable {
  package private(set) var list: [Problem] = []
  /// The flag to which the next reported problems belong; `nil` for the document as a whole.
  package var flag: String?
  /// The line of the next reported problems that have no line of their own; `nil` if it is unknown.
  package var line: Int?

  package init() {}

  /// Inserts the findings of the parser before all other problems.
  package mutating func insert(_ findings: [DocumentFinding]) {
    list.insert(contentsOf: findings.map { Problem($0) }, at: 0)
  }

  /// Adds a problem on the given line, or on ``line`` if no line is given.
  package mutating func report(
    _ fact: Problem.Fact,
    line own: Int? = nil,
    severity: Problem.Severity = .warning
  ) {
    list.append(Problem(severity: severity, line: own ?? line, feature: flag, fact: fact))
  }

  /// Reports a field with an unexpected value that the flag system tolerates.
  ///
  /// - Parameters:
  ///   - field: The name of the field.
  ///   - node: The value; `nil` if it is missing.
  ///   - expected: The expected value.
  package mutating func report(_ field: String, _ node: Node?, expected: String) {
    let found = node.map { $0.string.map { "\"\($0.excerpt)\"" } ?? $0.kind } ?? "missing"
    report(
      .wrongKind(field: field, found: found, expected: expected, isFatal: false),
      line: node?.line
    )
  }

  /// Reports a part of the document that is left out, because it cannot be decoded.
  ///
  /// - Parameters:
  ///   - error: The error of the decoder.
  ///   - list: The name of the list that contains the part, for an error without a path.
  package mutating func report(_ error: DocumentError, in list: String) {
    line = error.line
    switch error {
    case .unexpected(let path, _, let found, let expected):
      let field = path.isEmpty ? list : path
      report(
        .wrongKind(field: field, found: found, expected: expected, isFatal: true),
        severity: .error
      )
    case .empty, .webPage, .notUTF8, .syntax, .tooDeep, .limit, .noLibrary, .propertyList:
      report(.service("\(error)"), severity: .error)
    }
  }
}

/// The references between the entries of a document, such as the prerequisites of flags.
package struct ReferenceGraph {
  /// The keys of the entries to which each entry refers.
  private let references: [String: [String]]

  /// Creates a graph; references to missing entries are ignored.
  package init(_ references: [String: [String]]) {
    self.references = references.mapValues { $0.filter { references[$0] != nil } }
  }

  /// The entries that are part of a cycle, or that refer to a cycle directly or indirectly.
  package var endless: Set<String> {
    var users: [String: [String]] = [:]
    for (entry, others) in references {
      for other in others { users[other, default: []].append(entry) }
    }
    // Repeatedly removes the entries without references; only cycles, and the entries that refer to
    // cycles, remain.
    var counts = references.mapValues(\.count)
    var free = counts.filter { $0.value == 0 }.map(\.key)
    while let entry = free.popLast() {
      counts[entry] = nil
      for user in users[entry] ?? [] {
        counts[user, default: 0] -= 1
        if counts[user] == 0 { free.append(user) }
      }
    }
    return Set(counts.keys)
  }
}
