import Dashboard
import FeatureFlags
import Serving
import Text

extension Feature {
  /// Returns the change that would give the feature the state that a word describes: `on`, `off`,
  /// `unlocked`, `locked`, a variation, or a value.
  ///
  /// - Throws: The reason why the feature cannot have the state.
  func expectation(_ word: String) throws(OverrideError) -> OverrideChoice {
    let lowercased = word.lowercased()
    if ["on", "off"].contains(lowercased), type != .value {
      // A word that is a value or a variation of the feature means that value or variation, even if it
      // is also the name of a state. Drops the error: it only says that the word is not a value.
      let isValue = hasValues && (try? choice(setting: word)) != nil
      let isVariation = testVariations.contains(TestVariation(name: word))
      let isWithoutValue = lowercased == "off" && value == nil && !isVariation
      if !isValue || isWithoutValue { return .enabled(lowercased == "on") }
    }
    let choice = try choice(setting: word)
    guard case .variation(let variation) = choice else { return choice }
    if type.isTest, testVariations.contains(variation) { return choice }
    switch lowercased {
    case "unlocked", "locked":
      guard type == .unlockFlag else { throw .notAnUnlockFlag(type) }
      return .unlocked(lowercased == "unlocked")
    case "on", "enabled", "off", "disabled":
      guard type != .value else { throw .noState }
      return .enabled(["on", "enabled"].contains(lowercased))
    default:
      let variations = type.isTest ? testVariations.map(\.rawValue) : []
      throw .unknownVariation(found: word, expected: ["on", "off"] + variations)
    }
  }

  /// Whether an app that evaluates the feature with OFREP gets the result that a change would cause.
  func meets(_ expectation: OverrideChoice) -> Bool {
    let state = evaluation(in: .release).state
    return switch expectation {
    case .enabled(let isEnabled): isEnabled ? isOnForApps : isOffForApps
    case .unlocked(let isUnlocked): state.isUnlocked == isUnlocked
    case .variation(let variation): servedVariation == variation
    case .variable(let name, let value): state.value(of: name) == value
    case .rule(let rule, let variation): override?.rules[rule] == variation
    }
  }

  /// The variation that an app gets; `nil` if an app gets no variation.
  private var servedVariation: TestVariation? {
    switch ServedResult(.feature, of: self, origin: nil)?.value {
    case .variation(let name)?: TestVariation(name: name)
    case .boolean?, .variable?, .variables?: evaluation(in: .release).state.variation
    case .none?, nil: nil
    }
  }

  /// Whether apps get the feature as enabled; `false` if only the app or a random number determines the
  /// state.
  private var isOnForApps: Bool {
    switch ServedResult(.feature, of: self, origin: nil)?.value {
    case .boolean(let isOn)?: isOn
    case .variation(let name)?:
      ServedResult(.enabled, of: self, origin: nil)?.value == .boolean(true) && !Self.isOff(name)
        && (!testVariations.contains("on") || name.lowercased() == "on")
    case .variable?, .variables?: true
    case .none?: !definition.declaresResult && evaluation(in: .release).isEnabled
    case nil: false
    }
  }

  /// Whether apps get the feature as disabled; `false` if only the app or a random number determines the
  /// state.
  private var isOffForApps: Bool {
    let isRandom = chances != nil
    switch ServedResult(.feature, of: self, origin: nil)?.value {
    case .boolean(let isOn)?: return !isOn && !isRandom
    case .variation(let name)?:
      let isEnabled = ServedResult(.enabled, of: self, origin: nil)?.value == .boolean(true)
      return !isRandom && (!isEnabled || Self.isOff(name))
    case .variable?, .variables?: return false
    case .none?:
      let isForced = isOverridden && override?.enabled != true
      let isWithoutValue = hasValues && (failure == nil || isForced) && !isRandom
      return definition.declaresResult
        ? isWithoutValue : !evaluation(in: .release).isEnabled
    case nil: return false
    }
  }

  private static func isOff(_ variation: String) -> Bool { variation.lowercased() == "off" }

  /// The state of the feature for apps; if a variable is expected, the value of that variable.
  func text(comparedWith expectation: OverrideChoice) -> String {
    guard case .variable(let name, _) = expectation, type != .value else {
      let isHidden = state(in: .development).isEnabled != state(in: .release).isEnabled
      return isHidden ? "Disabled in a release build" : stateText
    }
    return "\(name) = \(state(in: .release).value(of: name)?.text ?? "no value")"
  }

  /// The reason for the state on one line: the override, or the rule that decided.
  func reason(by evaluator: any FlagEvaluator, for user: EvaluationContext) -> String {
    if isOverridden, let override {
      let author = override.author.map { ", by \($0)" } ?? ""
      let note = override.note.map { " (\($0))" } ?? ""
      let titles = evaluator.titlesOfForcedRules(of: self)
      let text = override.text(naming: titles) { $0.shortened(to: 40) }
      return "overridden: \(text)\(author)\(note)"
    }
    let steps = evaluator.explanation(of: self, in: user)?.steps ?? []
    if let step = steps.last(where: { $0.variation != nil }) ?? steps.last {
      let unmet = step.variation == nil ? step.findings.first { $0.verdict == .no } : nil
      let result = step.variation ?? step.outcome
      let title = step.variation == nil ? nil : rule.map { evaluator.title(ofRule: $0, of: self) }
      return [title ?? step.title, result, unmet?.text].compactMap(\.self).joined(separator: ": ")
    }
    let reason = evaluation(in: .development).reason
    switch reason {
    case .disabled: return "the source disables it"
    case .split:
      return assignment.map { "the assignment is \(Number.text($0))" } ?? "assigned at random"
    case .fixed, .byDefault, .targetingMatch, .targetingSplit, .override:
      return "the source has this state"
    case .failed: return "the flag service cannot evaluate it"
    case .unknown: return "the source has no result for this user"
    }
  }
}

extension OverrideChoice {
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
