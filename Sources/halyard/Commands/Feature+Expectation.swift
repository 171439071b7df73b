import Dashboard
import FeatureFlags
import Frame

extension Feature {
  /// Returns the change that would give the feature the state that a word names: `on`, `off`, `unlocked`,
  /// `locked`, a variation, or a value.
  ///
  /// - Throws: The reason why the feature cannot have the state.
  func expectation(_ word: String) throws(DecisionError) -> Decision {
    let decision = try decision(setting: word)
    guard case .variation(let variation) = decision else { return decision }
    if type.isTest, testVariations.contains(variation) { return decision }
    switch word.lowercased() {
    case "unlocked", "locked":
      guard type == .unlockFlag else { throw .notAnUnlockFlag(type) }
      return .unlocked(word.lowercased() == "unlocked")
    case "on", "enabled", "off", "disabled":
      guard type != .value else { throw .noState }
      return .enabled(["on", "enabled"].contains(word.lowercased()))
    default:
      let variations = type.isTest ? testVariations.map(\.rawValue) : []
      throw .unknownVariation(found: word, expected: ["on", "off"] + variations)
    }
  }

  /// Whether the feature has the state that a change would give it.
  func meets(_ expectation: Decision) -> Bool {
    let state = state(in: .development)
    return switch expectation {
    case .enabled(let isEnabled): state.isEnabled == isEnabled
    case .unlocked(let isUnlocked): state.isUnlocked == isUnlocked
    case .variation(let variation): state.variation == variation
    case .variable(let name, let value): state.value(of: name) == value
    case .rule(let rule, let variation): override?.rules[rule] == variation
    }
  }

  /// The state of the feature, or the value of the variable that is expected.
  func text(comparedWith expectation: Decision) -> String {
    guard case .variable(let name, _) = expectation, type != .value else { return stateText }
    return "\(name) = \(state(in: .development).value(of: name)?.text ?? "no value")"
  }

  /// The reason for the state on one line: the override, or the rule that decided.
  func reason(by evaluator: any FlagEvaluator, for user: EvaluationContext) -> String {
    if isOverridden, let override {
      let author = override.author.map { ", by \($0)" } ?? ""
      let note = override.note.map { " (\($0))" } ?? ""
      return "overridden: \(override.text { $0.shortened(to: 40) })\(author)\(note)"
    }
    let steps = evaluator.explanation(of: self, in: user)?.steps ?? []
    if let step = steps.last(where: { $0.variation != nil }) ?? steps.last {
      let unmet = step.variation == nil ? step.findings.first { $0.verdict == .no } : nil
      let result = step.variation ?? step.outcome
      return [step.title, result, unmet?.text].compactMap(\.self).joined(separator: ": ")
    }
    let reason = evaluation(in: .development).reason
    switch reason {
    case .disabled: return "the source disables it"
    case .split:
      return assignment.map { "the assignment is \(Number.text($0))" } ?? "assigned at random"
    case .fixed, .byDefault, .targetingMatch, .override: return "the source has this state"
    case .failed: return "the flag service cannot evaluate it"
    case .unknown: return "the source has no result for this user"
    }
  }
}

extension Decision {
  /// The expected state as a word of the command line.
  var expectation: String {
    switch self {
    case .enabled(let isEnabled): isEnabled ? "on" : "off"
    case .unlocked(let isUnlocked): isUnlocked ? "unlocked" : "locked"
    case .variation(let variation): variation.text
    case .variable(let name, let value): "\(name) = \(value?.text ?? "no value")"
    case .rule(let rule, let variation): "\(variation?.text ?? "no variation") by rule \(rule)"
    }
  }
}
