import Documents
import FeatureFlags
import Targeting

/// The result of evaluating a flag for a context.
struct LaunchDarklyResult: Sendable {
  /// The index of the variation; `nil` for the app's own default.
  var variation: Int?
  var reason: Reason
  /// The failure of the evaluation; `nil` if it succeeded.
  var failure: EvaluationFailure?
  /// Whether the context is a participant of an experiment.
  var isInExperiment = false
  /// Whether a percentage rollout or an experiment selected the variation.
  var isRolledOut = false
  /// Whether the result depends on a big segment, whose keys exist only in an external store of the app.
  var readsBigSegments = false

  /// The part of the flag that determined the result.
  enum Reason: Hashable, Sendable {
    case off
    case prerequisiteFailed(String)
    case targetMatch
    case ruleMatch(Int, id: String)
    case fallThrough
    /// The `errorKind` of SDKs, such as `MALFORMED_FLAG`.
    case error(String)
  }

  init(_ variation: Int?, _ reason: Reason) { (self.variation, self.reason) = (variation, reason) }

  init(_ failure: EvaluationFailure) {
    self.failure = failure
    reason = .error(failure.code == .targetingKeyMissing ? "USER_NOT_SPECIFIED" : "MALFORMED_FLAG")
  }

  /// The reason in the JSON format of the SDKs.
  var json: JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    switch reason {
    case .off: members.append(("kind", .string("OFF")))
    case .prerequisiteFailed(let key):
      members = [("kind", .string("PREREQUISITE_FAILED")), ("prerequisiteKey", .string(key))]
    case .targetMatch: members.append(("kind", .string("TARGET_MATCH")))
    case .ruleMatch(let index, let id):
      members = [("kind", .string("RULE_MATCH")), ("ruleIndex", .integer(index))]
      if !id.isEmpty { members.append(("ruleId", .string(id))) }
    case .fallThrough: members.append(("kind", .string("FALLTHROUGH")))
    case .error(let kind): members = [("kind", .string("ERROR")), ("errorKind", .string(kind))]
    }
    if isInExperiment { members.append(("inExperiment", .bool(true))) }
    if readsBigSegments { members.append(("bigSegmentsStatus", .string("NOT_CONFIGURED"))) }
    return .object(members)
  }

  /// The reason as a standard reason of OpenFeature, which all clients accept.
  var openFeatureReason: EvaluationReason {
    switch reason {
    case .off: .disabled
    case .targetMatch: .targetingMatch
    case .ruleMatch: isRolledOut ? .split : .targetingMatch
    case .fallThrough: isRolledOut ? .split : .byDefault
    case .prerequisiteFailed: .byDefault
    case .error: .failed
    }
  }

  /// Describes the variation and its value, or the failure.
  func text(of flag: LaunchDarklyFlag) -> String {
    failure?.message ?? variation.map(flag.text) ?? "the app's default"
  }
}

extension LaunchDarklyResult {
  /// Returns the result after applying an override of the rule that determined this result.
  func forced(by rules: [String: TestVariation], of flag: LaunchDarklyFlag) -> LaunchDarklyResult {
    let key: String
    switch reason {
    case .ruleMatch(let index, _): key = flag.key(ofRule: index)
    case .fallThrough: key = LaunchDarklyFlag.fallThroughKey
    case .off, .prerequisiteFailed, .targetMatch, .error: return self
    }
    guard failure == nil, let variation = rules[key].flatMap({ Int($0.rawValue) }) else {
      return self
    }
    return flag.result(variation, reason)
  }
}

extension LaunchDarklyFlag {
  /// Returns a result with the variation at an index, or a failure if there is no such variation.
  func result(_ variation: Int, _ reason: LaunchDarklyResult.Reason) -> LaunchDarklyResult {
    guard values.list.indices.contains(variation) else {
      return LaunchDarklyResult(
        EvaluationFailure(.parseError, "the flag has no variation \(variation)")
      )
    }
    return LaunchDarklyResult(variation, reason)
  }

  /// Returns the individual target that contains the key of the context; `nil` if there is none.
  func target(for context: LaunchDarklyContext) -> Target? {
    if contextTargets.isEmpty { return targets.first { $0.keys.contains(context) } }
    return contextTargets.lazy.compactMap { [targets] target in
      // In `contextTargets`, an entry of kind `user` without keys refers to the list in `targets` for
      // the same variation.
      let isReference =
        target.keys.list.values.isEmpty && target.keys.kind == LaunchDarklyContext.userKind
      return isReference ? targets.first { $0.variation == target.variation } : target
    }
    .first { $0.keys.contains(context) }
  }
}
