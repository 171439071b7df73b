package import FeatureFlags
package import Targeting

/// Evaluates the flags of a document of Unleash for any user.
///
/// If each call has a random result, the variation is unknown, and the explanation lists the
/// probabilities. A server uses ``drawing(with:)``, whose evaluator chooses a result at random for each
/// call.
package struct UnleashEvaluator: FlagEvaluator {
  /// The document whose flags are evaluated.
  package let document: UnleashDocument
  private var settings: UnleashSettings
  private var draw: (@Sendable () -> Double)?
  /// The overridden features, whose forced results apply when they are parents of other flags.
  private var forced = ForcedFeatures()

  /// Creates an evaluator for a parsed document.
  package init(_ document: UnleashDocument, settings: UnleashSettings) {
    (self.document, self.settings) = (document, settings)
  }

  /// Returns an evaluator that chooses a result at random for each call of a random flag.
  ///
  /// - Parameter number: Returns a random number from 0 to below 1; called on any thread.
  /// - Returns: The evaluator, with the same document and settings.
  package func drawing(with number: @escaping @Sendable () -> Double) -> UnleashEvaluator {
    var evaluator = self
    evaluator.draw = number
    return evaluator
  }

  /// Returns an evaluator for calls of apps, which chooses each random result and reports each use of
  /// the clock.
  package func evaluator(
    drawing percentage: @escaping @Sendable () -> Double,
    onClock: (@Sendable () -> Void)?
  ) -> (any FlagEvaluator)? {
    var evaluator = drawing { percentage() / 100 }
    if let onClock {
      evaluator.settings.now = { [now = settings.now] in
        onClock()
        return now()
      }
    }
    return evaluator
  }

  /// Returns an evaluator for a different document, with the same settings.
  package func evaluating(_ document: UnleashDocument) -> UnleashEvaluator {
    var evaluator = UnleashEvaluator(document, settings: settings)
    evaluator.draw = draw
    return evaluator
  }

  /// Returns a function that evaluates flags for the given user.
  package func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    let evaluation = evaluation(for: context)
    let draw = draw
    return { definition, forcing in
      guard let flag = evaluation.document.flag(definition.name) else { return nil }
      evaluation.run.restart()
      let result = evaluation.result(of: flag, isForcedOn: definition.isForcedOn)
      if let failure = evaluation.run.failure { return .failure(failure) }
      switch (result, draw) {
      case (.fixed(let decision), _): return flag.allocation(of: decision, forcing: forcing)
      case (.random, let draw?):
        return flag.allocation(of: result.drawn(by: draw()), forcing: forcing)
      case (.random, nil):
        return flag.allocation(ofRandom: result, forcing: forcing)
      }
    }
  }

  func evaluation(
    for context: EvaluationContext,
    recording feature: Feature? = nil
  ) -> UnleashEvaluation {
    let user = UnleashUser(context, now: settings.now)
    return UnleashEvaluation(
      document,
      user,
      forcing: forced.features(for: context),
      recording: feature
    )
  }

  /// The flags that depend on parent flags, whose results can change with overrides of the parents.
  package var dependents: [Feature.Name] {
    document.flags.lazy.filter { !$0.dependencies.isEmpty }.map(\.name)
  }

  /// Returns an evaluator that uses the overrides of the given features when they are parents of other
  /// flags.
  package func forcing(_ features: [Feature]) -> any FlagEvaluator {
    var evaluator = self
    evaluator.forced = ForcedFeatures(features)
    return evaluator
  }

  /// Warns of a malformed time or IP address in the attributes of a user.
  package func problems(in context: EvaluationContext) -> [Problem] {
    let user = UnleashUser(context, now: settings.now)
    var texts: [String] = []
    if user.time(of: .currentTime) == nil, let text = user.text(of: .currentTime) {
      texts.append("currentTime is \"\(text)\", expected a time such as 2026-11-23T10:15:30Z")
    }
    if let text = user.text(of: .remoteAddress), IPRange(text) == nil {
      texts.append("remoteAddress is \"\(text)\", expected an IP address")
    }
    return texts.map { text in
      Problem(severity: .warning, line: nil, feature: nil, fact: .service(text))
    }
  }

  /// Whether variants can be forced for strategies: always `true`.
  package var hasRules: Bool { true }

  /// Returns the strategies of a flag for which a variant can be forced; empty for a flag without
  /// variants.
  package func rules(of feature: Feature) -> [ServiceRule] {
    document.flag(feature.name).map { $0.rules(audience: document.audience) } ?? []
  }

  /// Returns the targeting of a flag as text, to compare two documents.
  package func targetingText(of feature: Feature) -> String? {
    document.flag(feature.name).map(document.targetingText)
  }

  /// Whether evaluation needs a targeting key: `optional`, because users without a key are bucketed by
  /// the session id.
  package var targetingKeyUse: TargetingKeyUse { .optional }
}

extension UnleashFlag {
  fileprivate func allocation(
    of decision: UnleashDecision,
    forcing: [String: TestVariation]
  ) -> Allocation {
    .outcome(
      outcome(of: decision, forcing: forcing),
      rule: decision.strategy.map { strategies[$0].key },
      reason: decision.reason
    )
  }

  /// Returns the allocation for a random result.
  ///
  /// If all possible results have the same outcome, this is the result. Otherwise the variation is
  /// `random`, which is on if the flag is on in every possible result.
  fileprivate func allocation(
    ofRandom result: UnleashResult,
    forcing: [String: TestVariation]
  ) -> Allocation {
    let outcomes = result.shares.map { outcome(of: $0.decision, forcing: forcing) }
    // Also compares whole outcomes, because variations are equal regardless of letter case, but names of
    // variants are not.
    if let first = result.shares.first, Set(outcomes.map(\.variation.rawValue)).count == 1,
      Set(outcomes).count == 1
    {
      return allocation(of: first.decision, forcing: forcing)
    }
    let isOn = outcomes.allSatisfy(\.isOn)
    let random = ServiceVariation(random: "\(result)", isOn: isOn)
    return .outcome(random, reason: isOn ? .split : .unknown)
  }
}

/// The settings of the evaluation of Unleash flags.
package struct UnleashSettings: Sendable {
  /// The clock, which is read for users without the attribute `currentTime`.
  package var now: @Sendable () -> Timestamp

  /// Creates settings.
  package init(now: @escaping @Sendable () -> Timestamp) { self.now = now }
}

extension UnleashEvaluator {
  /// Explains a result: the state in the environment, the dependencies, the strategies, and the
  /// selection of a variant.
  package func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    guard let flag = document.flag(feature.name) else { return nil }
    let evaluation = evaluation(for: context, recording: feature)
    let result = evaluation.result(of: flag)
    var explanation = Explanation(steps: evaluation.run.trace?.steps ?? [])
    explanation.warnings = caveats(of: feature, in: context)
    if let defect = document.defect(of: flag) {
      explanation.warnings.append(
        "\(defect); the whole flag is off, and for SDKs on Node only the strategy"
      )
    }
    explanation.warnings += flag.strategies.compactMap { $0.warning(for: evaluation.user) }
    if explanation.hasNodeDifference {
      explanation.warnings.append("SDKs on Node hash a text outside of Latin-1 to other numbers")
    }
    if let remark = overrideRemark(on: feature) { explanation.remarks.append(remark) }
    if case .random = result { explanation.remarks.append("random at each call: \(result)") }
    return explanation
  }
}

extension UnleashStrategy {
  /// Returns a warning about a strategy whose result depends on data that only an app has; `nil` if
  /// there is none.
  fileprivate func warning(for user: UnleashUser) -> String? {
    switch rule {
    case .custom: "the app decides the strategy \"\(key)\"; it does not hold here"
    case .hosts where user.text(of: .hostName) == nil:
      "the host name of the app decides the strategy \"\(key)\"; set the attribute hostName"
    case .everyone, .users, .rollout, .random, .addresses, .hosts, .never: nil
    }
  }
}

extension Explanation {
  /// Whether the text that is hashed contains characters for which SDKs on Node compute a different
  /// hash.
  fileprivate var hasNodeDifference: Bool {
    steps.lazy.flatMap(\.findings).contains { finding in
      finding.ruler != nil && finding.text.unicodeScalars.contains { $0.value > 0xFF }
    }
  }
}

// MARK: Caveats

extension UnleashDocument {
  /// Returns the reason why a flag is off for every user, regardless of its strategies; `nil` if the
  /// strategies decide.
  package func reasonForOff(_ name: Feature.Name) -> String? {
    guard let flag = flag(name) else { return nil }
    return defect(of: flag) ?? flag.dependencies.lazy.compactMap { reasonForOff($0) }.first
  }

  /// Returns the reason why a dependency is not met for any user; `nil` if that depends on the user.
  private func reasonForOff(_ dependency: UnleashFlag.Dependency) -> String? {
    let name = dependency.flag.rawValue
    guard let parent = flag(dependency.flag) else {
      return "depends on \"\(name)\", which does not exist"
    }
    if !parent.dependencies.isEmpty {
      return "depends on \"\(name)\", which has dependencies itself"
    }
    let isOff = !parent.isEnabled || defect(of: parent) != nil
    return dependency.isEnabled && isOff ? "depends on \"\(name)\", which is off" : nil
  }
}

extension UnleashEvaluator {
  /// Returns the reasons why a flag that an override forces on would be off in Unleash, and may be off
  /// in apps.
  package func caveats(of feature: Feature, in context: EvaluationContext) -> [String] {
    if let caveat = scopeCaveat(of: feature) { return [caveat] }
    guard feature.forcedUnleashState == true, let flag = document.flag(feature.name) else {
      return []
    }
    if let reason = document.reasonForOff(flag.name) {
      return ["\(reason): only apps that Halyard serves get it on, Unleash has it off for everyone"]
    }
    let evaluation = evaluation(for: context)
    return flag.dependencies.compactMap { dependency in
      let chance = evaluation.parent(dependency.flag, of: flag)?.chance(of: dependency) ?? 0
      guard chance < 1 else { return nil }
      let state = dependency.isEnabled ? "off" : "on"
      return
        "depends on \"\(dependency.flag.rawValue)\", which is \(state) for this user: it is on in apps "
        + "if it is served for everyone, and stays off if it is served for one user"
    }
  }
}

extension UnleashEvaluator {
  /// The reason why SDKs cannot give the result of an override to single users only; `nil` if they can.
  ///
  /// An override of strategies or of the payload has another variant for each user.
  private func scopeCaveat(of feature: Feature) -> String? {
    guard feature.overrideScope != .everyone, feature.isOverridden else { return nil }
    if feature.forcedUnleashState == true,
      document.flag(feature.name)?.dependencies.isEmpty == false
    {
      return "its dependencies still apply to single users, and to the flags that depend on it"
    }
    guard feature.forcedVariation == nil,
      feature.override?.rules.isEmpty == false || feature.override?.variables.isEmpty == false
    else { return nil }
    if feature.hasLowerOverride {
      return "another override replaces the strategies: SDKs may ignore the override"
    }
    guard case .attribute = feature.overrideScope else { return nil }
    return "users with the attribute have several variants: SDKs give all of them one variant"
  }
}
