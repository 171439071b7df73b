import FeatureFlags

/// A warning about a part of a datafile that is valid, but has no effect or an unexpected effect.
public enum DatafileWarning: Hashable, Sendable {
  /// A global holdout has a list of rules, which is ignored.
  case rulesOfGlobalHoldout(holdout: String)
  /// A local holdout has no list of rules, and so has no effect.
  case localHoldoutWithoutRules(holdout: String)
  /// A holdout has a list of flags, a legacy setting that is ignored: the holdout applies to all
  /// flags.
  case flagsOfHoldout(holdout: String)
  /// A rule or holdout references an audience that does not exist; the result of the condition is
  /// unknown.
  case unknownAudience(Subject, audience: String)
  /// A flag references an experiment that does not exist; the reference is ignored.
  case unknownExperiment(flag: String, experiment: String)
  /// A flag references a rollout that does not exist; the flag has no delivery rules.
  case unknownRollout(flag: String, rollout: String)
  /// The allow-list of a rule contains a variation that does not belong to the rule.
  case unknownAllowedVariation(rule: String, variation: String)
  /// Traffic is allocated to a variation that does not exist; users in this traffic have no
  /// variation.
  case unknownTraffic(Subject, variation: String)
  /// The ends of the traffic ranges are not in ascending order, or above 10,000: some ranges have
  /// no effect.
  case unorderedTraffic(Subject, ends: [Int])
  /// A condition of a rule or holdout evaluates to unknown for every user.
  case unknownCondition(Datafile.AttributeCondition, UnknownCause, Subject)
  /// A condition of a referenced audience evaluates to unknown for every user; `referencedBy`
  /// contains at most the first 201 rules and holdouts that reference the audience.
  case unknownInAudience(String, Datafile.AttributeCondition, UnknownCause, referencedBy: [Subject])
  /// The conditions of a rule or holdout contain a malformed list, which evaluates to unknown for
  /// every user.
  case malformedConditions(Subject)
  /// The conditions of a referenced audience contain a malformed list; `referencedBy` contains at
  /// most the first 201 rules and holdouts that reference the audience.
  case malformedAudience(String, referencedBy: [Subject])
  /// Several flags have the same key; the last one applies.
  case duplicateFlag(String)
  /// The value of a variable in a variation, or its default if `variation` is `nil`, does not have
  /// the variable's type. `hidesAll` is true for an infinite number: JSON cannot represent it, so
  /// that the SDKs omit all variables of the flag.
  case unreadableValue(
    flag: String,
    variation: String?,
    variable: String,
    found: String,
    type: String,
    hidesAll: Bool
  )

  /// A rule or a holdout, which references audiences and has traffic.
  public enum Subject: Hashable, Sendable, CustomStringConvertible {
    /// An experiment or a delivery rule, by its key.
    case rule(String)
    /// A holdout, by its key.
    case holdout(String)

    /// The kind and the key, such as `rule "new_cart"`.
    public var description: String {
      switch self {
      case .rule(let key): "rule \(Quoted(key))"
      case .holdout(let key): "holdout \(Quoted(key))"
      }
    }
  }
}

extension DatafileWarning: CustomStringConvertible {
  /// The message of the warning, which includes the effect on users.
  public var description: String {
    switch self {
    case .rulesOfGlobalHoldout(let holdout):
      "holdout \(Quoted(holdout)) applies to all rules; its \"includedRules\" are ignored"
    case .localHoldoutWithoutRules(let holdout):
      "holdout \(Quoted(holdout)) has no \"includedRules\", so it is ignored"
    case .flagsOfHoldout(let holdout):
      "holdout \(Quoted(holdout)) names flags, which are ignored; it applies to all rules"
    case .unknownAudience(let subject, let audience):
      "\(subject) references audience \(Quoted(audience)), which does not exist"
    case .unknownExperiment(let flag, let experiment):
      "flag \(Quoted(flag)) lists experiment \(Quoted(experiment)), which does not exist"
    case .unknownRollout(let flag, let rollout):
      "flag \(Quoted(flag)) has rollout \(Quoted(rollout)), which does not exist"
    case .unknownAllowedVariation(let rule, let variation):
      "the allow-list of rule \(Quoted(rule)) has variation \(Quoted(variation)), "
        + "which the rule does not have"
    case .unknownTraffic(let subject, let variation):
      "\(subject) allocates traffic to variation \(Quoted(variation)), which it does not have"
    case .unorderedTraffic(let subject, let ends):
      "\(subject) has traffic ranges that end at \(Self.list(ends)), "
        + "expected ascending numbers up to 10000"
    case .unknownCondition(let condition, let cause, let subject):
      "\(subject) " + Self.message(condition, cause)
    case .unknownInAudience(let audience, let condition, let cause, _):
      "audience \(Quoted(audience)) " + Self.message(condition, cause)
    case .malformedConditions(let subject): "\(subject) " + Self.malformedMessage
    case .malformedAudience(let audience, _):
      "audience \(Quoted(audience)) " + Self.malformedMessage
    case .duplicateFlag(let flag):
      "flag \(Quoted(flag)) is defined more than once; the last definition applies"
    case .unreadableValue(let flag, let variation, let variable, let found, let type, let hidesAll):
      "flag \(Quoted(flag)) has \(variation == nil ? "the default " : "")"
        + "\(Quoted(found, limit: 60)) for \(type) variable \(Quoted(variable))"
        + (variation.map { " in variation \(Quoted($0))" } ?? "")
        + (hidesAll
          ? ", expected a finite number; apps receive no variables of the flag"
          : ", expected \(Self.expected(type)); apps receive no value")
    }
  }

  private static func message(
    _ condition: Datafile.AttributeCondition,
    _ cause: UnknownCause
  ) -> String {
    let limit = DatafileLimits.quotedCharacters
    return "has condition \(condition.text.cut(to: limit)), which is always unknown: "
      + "\(cause)".cut(to: limit)
  }

  private static let malformedMessage =
    "has a malformed list of conditions, which is always unknown: \(UnknownCause.malformed)"

  private static func list(_ ends: [Int]) -> String {
    let shown = ends.prefix(20).map(String.init).joined(separator: ", ")
    return ends.count > 20 ? "\(shown) and \(ends.count - 20) more" : shown
  }

  private static func expected(_ type: String) -> String {
    type == "json" ? "a JSON object" : VariableType(rawValue: type)?.valueText ?? "a text"
  }
}

/// A quoted and truncated name from a datafile, for messages.
///
/// Truncation limits the memory: many warnings can quote the same name, which can be a megabyte
/// long.
struct Quoted: CustomStringConvertible {
  private let text: String
  private let limit: Int

  init(_ text: String, limit: Int = DatafileLimits.quotedCharacters) {
    self.text = text
    self.limit = limit
  }

  var description: String { "\"\(text.cut(to: limit))\"" }
}

extension String {
  /// The text, truncated to at most `limit` Unicode scalars, with an ellipsis if it is longer.
  func cut(to limit: Int) -> String {
    let start = unicodeScalars.prefix(limit)
    return start.endIndex == endIndex ? self : String(start.dropLast()) + "…"
  }
}
