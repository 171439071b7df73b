import FeatureFlags

/// Something in a datafile that is allowed, and has no or another effect than its author may think.
public enum DatafileWarning: Hashable, Sendable {
  /// A holdout for all rules names rules; they are ignored.
  case rulesOfGlobalHoldout(holdout: String)
  /// A holdout for some rules names none; it is left out.
  case localHoldoutWithoutRules(holdout: String)
  /// A holdout names flags, as older services let it; it is for all of them.
  case flagsOfHoldout(holdout: String)
  /// An audience is asked for that the datafile has not; the condition is unknown.
  case unknownAudience(Subject, audience: String)
  /// A flag lists an experiment that the datafile has not; it is passed over.
  case unknownExperiment(flag: String, experiment: String)
  /// A flag has a rollout that the datafile has not.
  case unknownRollout(flag: String, rollout: String)
  /// The allow-list of a rule sends users to a variation that the rule has not.
  case unknownAllowedVariation(rule: String, variation: String)
  /// A part of the traffic goes to a variation that is not there; it is nobody's.
  case unknownTraffic(Subject, variation: String)
  /// The ends of the traffic do not rise to 10,000 at most; part of it is never reached.
  case unorderedTraffic(Subject, ends: [Int])
  /// A condition is unknown whoever the user is.
  case unknownCondition(Datafile.AttributeCondition, UnknownCause, Subject)
  /// A condition of an audience that is asked for is unknown whoever the user is; of the
  /// rules and holdouts that reference the audience, `askers` has the first 201 at most.
  case unknownInAudience(String, Datafile.AttributeCondition, UnknownCause, askers: [Subject])
  /// A list of conditions is none, and so unknown whoever the user is.
  case malformedConditions(Subject)
  /// A list of conditions of an audience that is asked for is none; `askers` is bounded likewise.
  case malformedAudience(String, askers: [Subject])
  /// Several flags have one key; the last one counts.
  case duplicateFlag(String)
  /// The text of a variable's value, or default without a variation, is not of the variable's type;
  /// some such texts hide all variables of the flag.
  case unreadableValue(
    flag: String,
    variation: String?,
    variable: String,
    found: String,
    type: String,
    hidesAll: Bool
  )

  /// What references audiences and has traffic.
  public enum Subject: Hashable, Sendable {
    /// An experiment or a delivery rule, by its key.
    case rule(String)
    /// A holdout, by its key.
    case holdout(String)
  }
}

extension DatafileWarning: CustomStringConvertible {
  /// What is wrong, and what comes of it, in words.
  public var description: String {
    switch self {
    case .rulesOfGlobalHoldout(let holdout):
      "holdout \(Quoted(holdout)) is for all rules; its \"includedRules\" are ignored"
    case .localHoldoutWithoutRules(let holdout):
      "holdout \(Quoted(holdout)) has no \"includedRules\", so it is left out"
    case .flagsOfHoldout(let holdout):
      "holdout \(Quoted(holdout)) names flags, which counts no more; it is for all rules"
    case .unknownAudience(let subject, let audience):
      "\(subject) references audience \(Quoted(audience)), which does not exist"
    case .unknownExperiment(let flag, let experiment):
      "flag \(Quoted(flag)) lists experiment \(Quoted(experiment)), which does not exist"
    case .unknownRollout(let flag, let rollout):
      "flag \(Quoted(flag)) has rollout \(Quoted(rollout)), which does not exist"
    case .unknownAllowedVariation(let rule, let variation):
      "rule \(Quoted(rule)) allows users into variation \(Quoted(variation)), which it does not have"
    case .unknownTraffic(let subject, let variation):
      "\(subject) gives traffic to variation \(Quoted(variation)), which it does not have"
    case .unorderedTraffic(let subject, let ends):
      "\(subject) has traffic that ends at \(Self.list(ends)), "
        + "wanted numbers that rise to 10000 at most"
    case .unknownCondition(let condition, let cause, let subject):
      "\(subject) " + Self.words(condition, cause)
    case .unknownInAudience(let audience, let condition, let cause, _):
      "audience \(Quoted(audience)) " + Self.words(condition, cause)
    case .malformedConditions(let subject): "\(subject) " + Self.malformedWords
    case .malformedAudience(let audience, _): "audience \(Quoted(audience)) " + Self.malformedWords
    case .duplicateFlag(let flag):
      "flag \(Quoted(flag)) is there more than once; the last one counts"
    case .unreadableValue(let flag, let variation, let variable, let found, let type, let hidesAll):
      "flag \(Quoted(flag)) has \(variation == nil ? "the default " : "")"
        + "\(Quoted(found, limit: 60)) for \(type) variable \(Quoted(variable))"
        + (variation.map { " in variation \(Quoted($0))" } ?? "")
        + (hidesAll
          ? ", wanted a number that is finite; all variables are left out"
          : ", wanted \(Self.wanted(type)); it is left out")
    }
  }

  private static func words(
    _ condition: Datafile.AttributeCondition,
    _ cause: UnknownCause
  ) -> String {
    let title = ConditionTrace(kind: .attribute(condition), result: .unknown).title
    let limit = DatafileLimits.quotedCharacters
    return "asks for \(title.cut(to: limit)), which is always unknown: "
      + "\(cause)".cut(to: limit)
  }

  private static let malformedWords =
    "has conditions that are none, and so always unknown: \(UnknownCause.malformed)"

  private static func list(_ ends: [Int]) -> String {
    let shown = ends.prefix(20).map(String.init).joined(separator: ", ")
    return ends.count > 20 ? "\(shown) and \(ends.count - 20) more" : shown
  }

  private static func wanted(_ type: String) -> String {
    type == "json" ? "a JSON object" : VariableType(rawValue: type)?.wanted ?? "a text"
  }
}

extension DatafileWarning.Subject: CustomStringConvertible {
  /// What it is, with its key.
  public var description: String {
    switch self {
    case .rule(let key): "rule \(Quoted(key))"
    case .holdout(let key): "holdout \(Quoted(key))"
    }
  }
}
