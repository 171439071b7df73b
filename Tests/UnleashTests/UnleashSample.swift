import CoreTestSupport
import Documents
import FeatureFlags
import Targeting
import TestSupport
import Testing

@testable import Unleash

/// A document of Unleash with the evaluation of its flags.
struct UnleashSample {
  let configuration: Configuration
  let evaluator: UnleashEvaluator

  /// Parses a document; the time is 2026-11-23T10:15:30Z.
  init(_ text: String) throws {
    let settings = UnleashSettings(now: { Timestamp(seconds: 1_795_428_930) })
    configuration = try ConfigurationFormat.unleash(settings).parse(Array(text.utf8))
    evaluator = try #require(configuration.evaluator as? UnleashEvaluator)
  }

  /// Creates a document with one flag `f` from the members of the flag.
  init(flag members: String, segments: String = "[]") throws {
    try self.init(
      #"{"version": 2, "features": [{"name": "f", "enabled": true, \#(members)}], "#
        + #""segments": \#(segments)}"#
    )
  }

  /// Creates a document with one flag `f` that has one strategy.
  init(strategy: String, segments: String = "[]") throws {
    try self.init(
      flag: #""strategies": [\#(strategy)]"#,
      segments: segments
    )
  }

  /// Returns a flag as a user gets it.
  func feature(_ name: String = "f", _ context: String = "{}") throws -> Feature {
    try #require(configuration.feature(name, for: try Self.context(context)))
  }

  func isOn(_ context: String = "{}", flag: String = "f") throws -> Bool {
    try feature(flag, context).state(in: .release).isEnabled
  }

  /// Returns the result of `getVariant`.
  func variant(_ context: String = "{}", flag: String = "f") throws -> UnleashToggle {
    let toggles = evaluator.toggles(for: try Self.context(context)) { 0 }
    return try #require(toggles.first { $0.name == flag })
  }

  func reason(_ context: String = "{}", flag: String = "f") throws -> EvaluationReason {
    try feature(flag, context).evaluation(in: .release).reason
  }

  /// Returns the explanation as text.
  func trace(_ context: String = "{}", flag: String = "f") throws -> String {
    let feature = try feature(flag, context)
    let explanation = try #require(
      evaluator.explanation(of: feature, in: try Self.context(context))
    )
    let lines = explanation.steps.flatMap { step in
      ["\(step.title) -> \(step.variation ?? "none")"]
        + step.findingLines
    }
    return (lines + explanation.warnings + explanation.remarks).joined(separator: "\n")
  }

  var problems: [String] { configuration.problemTexts }

  /// Parses a context of Unleash, whose `userId` is the targeting key.
  static func context(_ text: String) throws -> EvaluationContext {
    try EvaluationContext(json: text, key: "userId")
  }
}
