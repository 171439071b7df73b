@testable import FeatureFlags

/// Features and configurations that several tests use.
enum Samples {
  /// Reads a configuration from the text of a document.
  static func configuration(_ text: String) throws -> Configuration {
    try Configuration(bytes: Array(text.utf8))
  }

  /// Reads the only feature of a document, from the members of its object.
  static func feature(_ members: String) throws -> Feature {
    let features = try configuration(#"[{"name": "F", \#(members)}]"#).features
    guard let feature = features.first, features.count == 1 else {
      throw Missing(document: members)
    }
    return feature
  }

  /// Reads a test with variations and, if any are given, biases.
  static func test(variations: [String], biases: [Double]? = nil) throws -> Feature {
    let names = variations.map { "\"\($0)\"" }.joined(separator: ",")
    guard let biases else { return try feature(#""test-variations": [\#(names)]"#) }
    return try feature(#""test-variations": [\#(names)], "test-biases": \#(biases)"#)
  }

  /// The place among the variations that an assignment falls into.
  static func place(of assignment: Double, in feature: Feature) -> Int? {
    guard let variation = feature.assigned(assignment).assignedVariation else { return nil }
    return feature.testVariations.firstIndex(of: variation)
  }

  /// There was not exactly one feature in a document.
  struct Missing: Error {
    let document: String
  }
}

extension Feature {
  /// The feature with an assignment.
  func assigned(_ assignment: Double) -> Feature {
    var feature = self
    feature.testVariationAssignment = assignment
    return feature
  }

  /// The feature with an override.
  func overridden(_ override: Override) -> Feature {
    var feature = self
    feature.override = override
    return feature
  }
}
