package import FeatureFlags

// Findings, problems and users as text, for the tests of several flag systems.

extension Explanation.Step {
  /// The findings as lines with their verdicts, indented by their depth.
  package var findingLines: [String] {
    findings.map { finding in
      let verdict = finding.verdict.map { "\($0)" } ?? "-"
      return String(repeating: "  ", count: finding.depth + 1) + "\(verdict) \(finding.text)"
    }
  }
}

extension Configuration {
  /// The problems with their severities, lines and features.
  package var problemTexts: [String] {
    problems.map { problem in
      let line = problem.line.map { ":\($0)" } ?? ""
      return "\(problem.severity.rawValue)\(line) \(problem.feature ?? "-") \(problem.fact)"
    }
  }

  /// Returns a feature as a user gets it; `nil` if the configuration does not have it.
  package func feature(_ name: String, for user: EvaluationContext) -> Feature? {
    guard var feature = features.first(where: { $0.name.rawValue == name }) else { return nil }
    feature.allocate(by: evaluator.allocator(for: user, count: 1))
    return feature
  }
}

extension EvaluationContext {
  /// Parses the attributes of a user as JSON.
  ///
  /// - Parameters:
  ///   - text: The JSON of an object.
  ///   - key: The name of the member that becomes the targeting key instead of an attribute.
  /// - Throws: An error if the text is not valid JSON.
  package init(json text: String, key: String) throws {
    guard case .object(var attributes) = try AttributeValue(json: text) else {
      self.init()
      return
    }
    let id = attributes.removeValue(forKey: key)?.unquoted
    self.init(targetingKey: id, attributes: attributes)
  }
}
