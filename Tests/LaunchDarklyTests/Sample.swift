import Documents
import FeatureFlags
import Testing

@testable import LaunchDarkly

/// A document, whose flags are evaluated for users in JSON.
struct Sample {
  let document: LaunchDarklyDocument

  init(json text: String) throws { document = try LaunchDarklyDocument(bytes: Array(text.utf8)) }

  /// Creates a document with flags and segments, each as the members of a JSON object.
  init(flags: String, segments: String = "") throws {
    try self.init(json: #"{"flags": {\#(flags)}, "segments": {\#(segments)}}"#)
  }

  /// Creates a document with the flag `f`, which is on and has three variations, with other members.
  init(_ members: String, segments: String = "", others: String = "") throws {
    try self.init(
      flags: #""f": {"on": true, "variations": ["a", "b", "c"], "salt": "s", "version": 1, "#
        + #""offVariation": 2, \#(members)}\#(others.isEmpty ? "" : ", " + others)"#,
      segments: segments
    )
  }

  var evaluator: LaunchDarklyEvaluator { LaunchDarklyEvaluator(document) }

  /// Returns the variation of a flag with the reason in JSON, such as `1 {"kind":"OFF"}`.
  func result(_ user: String, of flag: Feature.Name = "f") throws -> String {
    let context = try Self.user(user)
    let reason = try #require(evaluator.reason(of: flag, in: context)).text()
    let variation = try feature(flag, for: context).outcome?.variation.rawValue
    return "\(variation ?? "none") \(reason)"
  }

  /// Returns a flag with its result for a user.
  func feature(_ name: Feature.Name, for user: EvaluationContext) throws -> Feature {
    var feature = try #require(document.features.first { $0.name == name })
    feature.allocate(by: evaluator.allocator(for: user, count: 1))
    return feature
  }

  /// Returns the trace of a flag: the steps with their indented findings, and the remarks.
  func trace(_ user: String, of flag: Feature.Name = "f") throws -> [String] {
    let context = try Self.user(user)
    let feature = try feature(flag, for: context)
    let explanation = try #require(evaluator.explanation(of: feature, in: context))
    let steps = explanation.steps.flatMap { step in
      ["\(step.title): \(step.variation ?? step.outcome ?? "")"]
        + step.findings.map { finding in
          let verdict = finding.verdict.map { "\($0) " } ?? ""
          return String(repeating: "  ", count: finding.depth + 1) + verdict + finding.text
        }
    }
    return steps + explanation.remarks + explanation.warnings
  }

  /// Returns the texts of the problems, with the lines and the flags.
  var problems: [String] {
    document.problems.map { problem in
      let position = [problem.line.map(String.init), problem.feature].compactMap(\.self)
      return (position + ["\(problem.fact)"]).joined(separator: " ")
    }
  }

  /// Creates a user from the members of a JSON object, without a targeting key.
  static func user(_ text: String) throws -> EvaluationContext {
    guard case .object(let attributes) = try AttributeValue(json: text) else {
      return EvaluationContext()
    }
    return EvaluationContext(attributes: attributes)
  }
}
