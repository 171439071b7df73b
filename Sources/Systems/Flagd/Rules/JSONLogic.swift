package import Documents
package import FeatureFlags
package import Targeting

/// A rule in JsonLogic with the operators of the library that flagd uses, for other systems with the same
/// library.
package struct JSONLogic: Sendable {
  private let rule: Rule
  private let hasUnknownOperator: Bool

  /// The operators that flagd adds to the library.
  private static let own = ["fractional", "sem_ver", "starts_with", "ends_with", "$ref"]

  /// Compiles a rule.
  package init(_ node: Node) {
    rule = RuleCompiler(shared: []).rule(node)
    hasUnknownOperator = Self.usesOwnOperators(node)
  }

  private static func usesOwnOperators(_ node: Node) -> Bool {
    if let members = node.members {
      return members.contains { own.contains($0.key) || usesOwnOperators($0.node) }
    }
    return node.list?.contains(where: usesOwnOperators) ?? false
  }

  /// Tests whether the rule matches a user; a rule that fails does not.
  ///
  /// - Parameters:
  ///   - context: The user, whose attributes are the variables.
  ///   - run: The evaluation, which records the parts of the rule.
  /// - Returns: Whether the rule matches.
  package func matches(_ context: EvaluationContext, _ run: inout EvaluationRun) -> Bool {
    guard !hasUnknownOperator else {
      run.trace?.append("unknown operator", verdict: .unknown)
      return false
    }
    var evaluation = RuleEvaluation("", in: context, settings: FlagdSettings(), now: { 0 })
    swap(&evaluation.run, &run)
    defer { swap(&evaluation.run, &run) }
    do throws(EvaluationFailure) {
      let value = try evaluation.result(of: rule)
      // An object matches even if it is empty, unlike in conditions.
      return if case .object = value { true } else { value.isTruthy }
    } catch {
      evaluation.run.trace?.append("no match: \(error.message)", verdict: .unknown)
      return false
    }
  }
}
