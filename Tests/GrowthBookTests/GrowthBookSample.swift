import CoreTestSupport
import Documents
import FeatureFlags
import Targeting
import TestSupport
import Testing

@testable import GrowthBook

/// A document of GrowthBook with the evaluation of its features.
struct GrowthBookSample {
  let bytes: [UInt8]
  let configuration: Configuration
  let evaluator: GrowthBookEvaluator

  init(_ text: String, key: String? = nil) throws {
    bytes = Array(text.utf8)
    configuration = try ConfigurationFormat.growthBook(key: key).parse(bytes)
    evaluator = try #require(configuration.evaluator as? GrowthBookEvaluator)
  }

  /// Creates a document with one feature `f` from its members, and with other members.
  init(feature members: String, _ others: String = "") throws {
    try self.init(#"{"features": {"f": {\#(members)}}\#(others)}"#)
  }

  /// Creates a document with one feature `f`, whose default value is 0 and which has one rule.
  init(rule members: String, _ others: String = "") throws {
    try self.init(feature: #""defaultValue": 0, "rules": [{\#(members)}]"#, others)
  }

  /// Returns a feature as a user gets it.
  func feature(_ context: String = "{}", _ name: String = "f") throws -> Feature {
    try #require(configuration.feature(name, for: try Self.context(context)))
  }

  /// Returns the value of a feature as JSON with its reason, and the facts about the evaluation.
  func result(_ context: String = "{}", _ name: String = "f") throws -> String {
    let feature = try feature(context, name)
    let evaluation = feature.evaluation(in: .release)
    let value = feature.value.map { $0.json.text() } ?? "none"
    let facts = evaluation.metadata.map { "\($0.key)=\($0.value.unquoted)" }
    return ([value, evaluation.reason.rawValue] + facts).joined(separator: " ")
  }

  func value(_ context: String = "{}", _ name: String = "f") throws -> String {
    try feature(context, name).value.map { $0.json.text() } ?? "none"
  }

  /// Returns the explanation as text.
  func trace(_ context: String = "{}", _ name: String = "f") throws -> String {
    let explanation = try #require(
      evaluator.explanation(of: try feature(context, name), in: try Self.context(context))
    )
    let lines = explanation.steps.flatMap { step in
      ["\(step.title) -> \(step.variation ?? step.outcome ?? "none")"]
        + step.findingLines
    }
    return
      (lines + explanation.warnings + explanation.remarks + explanation.consequences)
      .joined(separator: "\n")
  }

  var problems: [String] { configuration.problemTexts }

  /// Parses the attributes of a user; the member `$key` is the targeting key.
  static func context(_ text: String) throws -> EvaluationContext {
    try EvaluationContext(json: text, key: "$key")
  }
}
