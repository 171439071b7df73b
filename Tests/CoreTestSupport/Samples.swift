package import FeatureFlags

/// Features and configurations for several test suites.
package enum Samples {
  /// Parses a configuration in JSON, JSON5 or XML.
  package static func configuration(_ text: String) throws -> Configuration {
    try Configuration(bytes: Array(text.utf8))
  }

  /// Parses a feature from the members of its JSON object.
  package static func feature(_ members: String) throws -> Feature {
    let features = try configuration(#"[{"name": "F", \#(members)}]"#).features
    guard let feature = features.first, features.count == 1 else {
      throw Missing(document: members)
    }
    return feature
  }

  /// Parses a test with the given variations and optional biases.
  package static func test(variations: [String], biases: [Double]? = nil) throws -> Feature {
    let names = variations.map { "\"\($0)\"" }.joined(separator: ",")
    guard let biases else { return try feature(#""test-variations": [\#(names)]"#) }
    return try feature(#""test-variations": [\#(names)], "test-biases": \#(biases)"#)
  }

  /// Returns the index of the variation for the given assignment; `nil` if there is none.
  package static func index(of assignment: Double, in feature: Feature) -> Int? {
    guard let variation = feature.assigned(assignment).assignedVariation else { return nil }
    return feature.testVariations.firstIndex(of: variation)
  }

  /// The error of a document that does not have exactly one feature.
  package struct Missing: Error {
    let document: String
  }
}

extension Feature {
  /// Returns a copy of the feature with the given assignment.
  package func assigned(_ assignment: Double) -> Feature {
    var feature = self
    feature.testVariationAssignment = assignment
    return feature
  }

  /// Returns a copy of the feature with the given override.
  package func overridden(_ override: Override) -> Feature {
    var feature = self
    feature.override = override
    return feature
  }
}
