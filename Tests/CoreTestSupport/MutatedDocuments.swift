package import FeatureFlags
package import FlagSystem
import TestSupport

/// Parses randomly mutated documents of a format, and evaluates and explains all their features.
///
/// A crash ends the test.
package struct MutatedDocuments {
  /// The numbers of documents that were refused, parsed with problems, and parsed without problems.
  package private(set) var counts = (refused: 0, flawed: 0, sound: 0)
  private let format: ConfigurationFormat
  private let users: [EvaluationContext]

  /// Mutates a document many times.
  ///
  /// - Parameters:
  ///   - document: The JSON of the document.
  ///   - format: The format of the document.
  ///   - tokens: JSON texts that replace values, besides general ones.
  ///   - users: The users for whom features are evaluated.
  ///   - serve: Generates the document for SDKs, with all features forced on. Its errors are dropped, because
  ///     JSON cannot express the values of some mutated documents.
  package init(
    of document: String,
    _ format: ConfigurationFormat,
    tokens: [String],
    users: [EvaluationContext],
    serve: (ServedState) throws -> [UInt8]
  ) {
    (self.format, self.users) = (format, users)
    let general = [
      "null", "true", "-1", "1e999", "9223372036854775807", "\"\"", "\"x\"", "[]", "{}", "[[]]",
      "{\"a\": [null]}", "\"\\u0000\"", "[\"a\", 1]",
    ]
    var random = SeededGenerator(seed: 9)
    for _ in 0..<(Effort.isFull ? 20_000 : 1_500) {
      let bytes = mutated(Array(document.utf8), tokens: general + tokens, using: &random)
      // Drops the error: many mutated documents cannot be parsed.
      guard let configuration = try? format.parse(bytes) else {
        counts.refused += 1
        continue
      }
      evaluate(configuration)
      let state = ServedState(
        features: configuration.features.map { $0.overridden(by: Override(enabled: true)) },
        evaluator: configuration.evaluator,
        document: bytes
      )
      // Drops the error: see above.
      _ = try? serve(state)
    }
  }

  private mutating func evaluate(_ configuration: Configuration) {
    for user in users {
      let allocator = configuration.evaluator.allocator(for: user, count: 0)
      for feature in configuration.features {
        var feature = feature
        feature.allocate(by: allocator)
        _ = configuration.evaluator.explanation(of: feature, in: user)
      }
    }
    if configuration.problems.isEmpty { counts.sound += 1 } else { counts.flawed += 1 }
  }
}
