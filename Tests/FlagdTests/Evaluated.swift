import Documents
import FeatureFlags

@testable import Flagd

/// Evaluates a rule for a user; both are JSON texts.
func evaluated(
  _ rule: String,
  _ user: String = "{}",
  generation: FractionalGeneration = .v2
) throws -> AttributeValue {
  let node = try JSONReader.read(Array(rule.utf8))
  let compiled = RuleCompiler(shared: []).rule(node)
  var evaluation = RuleEvaluation(
    "flag",
    in: EvaluationContext(json: user),
    settings: FlagdSettings(generation: generation),
    now: { 1_700_000_000 }
  )
  return try evaluation.result(of: compiled)
}

extension EvaluationContext {
  /// Creates a user from a JSON object; a text in the member `targetingKey` becomes the targeting key.
  init(json text: String) {
    var attributes: [String: AttributeValue] = [:]
    if case .object(let members)? = try? AttributeValue(json: text) { attributes = members }
    self.init(attributes: attributes)
    if case .string(let key)? = attributes["targetingKey"] {
      targetingKey = key
      self.attributes["targetingKey"] = nil
    }
  }
}

extension FlagdDocument {
  /// Parses a JSON text.
  init(_ text: String) throws { try self.init(bytes: Array(text.utf8)) }

  /// Returns the result for a flag as the variant with its reason, or as the code of the failure.
  func result(
    of key: String,
    for user: String = "{}",
    settings: FlagdSettings = FlagdSettings()
  ) throws -> String {
    let evaluator = FlagdEvaluator(self, settings: settings, now: { 1_700_000_000 })
    let feature = features.first { $0.name.rawValue == key }
    guard let feature else { return "no flag" }
    let allocator = evaluator.allocator(for: EvaluationContext(json: user), count: 1)
    switch allocator(feature.definition, [:]) {
    case .outcome(let outcome, _, let reason, _):
      return "\(outcome?.variation.rawValue ?? "none") \(reason.rawValue)"
    case .failure(let failure): return "\(failure.code.rawValue): \(failure.message)"
    case .assignment, nil: return "no allocation"
    }
  }
}
