package import Documents

extension Problem {
  /// Converts a finding of a document of a flag system.
  package init(_ finding: DocumentFinding) {
    self.init(
      severity: finding.fact.severity,
      line: finding.line,
      feature: finding.flag,
      fact: Fact(finding)
    )
  }
}

extension Problem.Fact {
  fileprivate init(_ finding: DocumentFinding) {
    switch finding.fact {
    case .refusal(let text), .difference(let text): self = .service(text)
    case .unknownMember(let key, let nearest):
      let key = key.excerpt
      self =
        finding.flag == nil
        ? .service("found \"\(key)\", did you mean \"\(nearest)\"?")
        : .unknownKey(key, nearest: nearest)
    case .duplicateKey(let key, let line): self = .duplicateKey(key.excerpt, firstLine: line)
    case .duplicateFlag(let line):
      let first = line.map { " on line \($0)" } ?? ""
      self = .service("is defined twice; this definition replaces the one\(first)")
    }
  }
}

extension DocumentFinding.Fact {
  fileprivate var severity: Problem.Severity {
    switch self {
    case .refusal: .error
    case .difference, .unknownMember, .duplicateKey, .duplicateFlag: .warning
    }
  }
}
