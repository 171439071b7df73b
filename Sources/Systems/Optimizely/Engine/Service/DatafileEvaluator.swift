public import FeatureFlags

/// The settings with which a dashboard evaluates a datafile.
public struct DatafileSettings: Hashable, Sendable {
  /// Determines the result of an `and` condition that has both a false and an unknown operand.
  public var order: ConjunctionOrder
  /// The SDK key with which the datafile was requested; `nil` for a datafile without a key, such as
  /// a file.
  public var key: String?
  /// The URL to which impressions are sent, as displayed; `nil` if no impressions are sent.
  public var sink: String?

  /// Creates settings; the defaults evaluate as the Swift SDK does and send no impressions.
  ///
  /// - Parameters:
  ///   - order: Whether `false` takes precedence over unknown in an `and` condition.
  ///   - key: The SDK key with which the datafile was requested.
  ///   - sink: The URL to which impressions are sent, as displayed.
  public init(order: ConjunctionOrder = .leftToRight, key: String? = nil, sink: String? = nil) {
    self.order = order
    self.key = key
    self.sink = sink
  }
}

/// Evaluates the flags of a datafile for any user, for a dashboard or a server.
///
/// An overridden variation of a flag, or of one of its rules, is evaluated as a forced decision.
public struct DatafileEvaluator: FlagEvaluator {
  /// The evaluator of the parsed datafile.
  public let evaluator: Evaluator
  /// The settings with which the datafile was parsed.
  let settings: DatafileSettings

  /// Creates the feature evaluator for a parsed datafile.
  ///
  /// - Parameters:
  ///   - evaluator: The evaluator of the datafile.
  ///   - settings: The settings with which the datafile was parsed.
  public init(_ evaluator: Evaluator, settings: DatafileSettings = DatafileSettings()) {
    self.evaluator = evaluator
    self.settings = settings
  }

  /// Returns a function that evaluates flags for a user.
  ///
  /// For several flags, the results of audiences and holdouts are cached. One flag is evaluated
  /// without the cache, whose allocation takes time proportional to the number of audiences.
  public func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    let evaluator = evaluator
    let user = UserContext(context)
    var results = count > 1 ? UserResults(for: evaluator.index) : UserResults()
    return { definition, rules in
      let flag = definition.name.rawValue
      guard evaluator.index.flags[flag] != nil else { return nil }
      var user = user
      user.force(nil, rules: rules, of: flag)
      return evaluator.allocation(of: flag, for: user, &results)
    }
  }

  /// Returns the warnings about the datafile, and about the user's sticky variations and allow-list
  /// entries.
  public func problems(in context: EvaluationContext) -> [Problem] {
    evaluator.problems(for: UserContext(context), key: settings.key)
  }

  /// The parts of a user that evaluations use: audiences test attributes and segments, and the profile
  /// contains sticky variations.
  public var userParts: Set<UserPart> { [.attributes, .segments, .profile] }

  /// Whether the evaluator knows the targeting rules: always `true`, because a datafile contains
  /// them.
  public var hasRules: Bool { true }

  /// Returns the experiments of the flag, then its delivery rules.
  public func rules(of feature: Feature) -> [ServiceRule] {
    evaluator.rules(of: feature.name.rawValue)
  }

  /// Returns warnings if an app may run a datafile with a different project, SDK key or revision.
  public func problems(beside other: any FlagEvaluator, of origin: Origin) -> [Problem] {
    guard let other = (other as? DatafileEvaluator)?.evaluator.datafile else { return [] }
    let comparison = DatafileComparison(datafile: evaluator.datafile, other: other, origin: origin)
    return comparison.warnings.map { Problem($0) }
  }

  /// Explains the decision: the evaluated rules, and the overrides that have no effect.
  public func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    let rules = feature.override?.rules ?? [:]
    let flag = feature.name.rawValue
    guard evaluator.index.flags[flag] != nil else { return nil }
    let decision = decision(of: feature, in: context, options: [.includeTrace, .excludeVariables])
    // Compares the orders without the forced state: the rules still select the variation of a flag that
    // is forced on, but not of a flag that is forced off.
    let user = forcedUser(of: feature, in: context)
    let selected = evaluator.decide(flag, for: user, options: .excludeVariables)
    let other = feature.override?.enabled == false ? nil : remark(onOrderOf: selected, for: user)
    let trace = decision.trace ?? Trace()
    let ineffective = rules.sorted { $0.key < $1.key }.compactMap { rule, variation in
      remark(on: rule, forcedTo: variation, of: flag, decision)
    }
    let state = feature.override.flatMap { FlagOverride($0, of: feature).remark }
    return Explanation(
      steps: trace.steps,
      remarks: [state].compactMap(\.self) + trace.remarks,
      warnings: ineffective + [other].compactMap(\.self),
      consequences: [consequence(of: decision)]
    )
  }

  /// Evaluates the feature's flag with the tester's overrides, as an app that applies the overrides
  /// does.
  package func decision(
    of feature: Feature,
    in context: EvaluationContext,
    options: DecideOptions = .excludeVariables
  ) -> FlagDecision {
    let user = forcedUser(of: feature, in: context)
    var decision = evaluator.decide(feature.name.rawValue, for: user, options: options)
    if let override = feature.override {
      FlagOverride(override, of: feature).apply(to: &decision, options, in: evaluator)
    }
    return decision
  }

  /// Returns the user with the overrides of a flag and its rules as forced decisions.
  private func forcedUser(of feature: Feature, in context: EvaluationContext) -> UserContext {
    var user = UserContext(context)
    let rules = feature.override?.rules ?? [:]
    user.force(feature.forcedVariation, rules: rules, of: feature.name.rawValue)
    return user
  }

  /// Compares a decision with the decision of SDKs that use the other ``ConjunctionOrder``.
  ///
  /// - Parameters:
  ///   - decision: The decision, evaluated with the order of the settings.
  ///   - user: The user of the decision.
  ///   - options: The options of the decision.
  /// - Returns: A description of the difference; `nil` if the decisions are equal.
  package func remark(
    onOrderOf decision: FlagDecision,
    for user: UserContext,
    options: DecideOptions = []
  ) -> String? {
    guard let flag = evaluator.index.flags[decision.flag] else { return nil }
    let isCanonical = settings.order == .canonical
    var evaluation = FlagEvaluation(
      index: evaluator.index,
      user: user,
      order: isCanonical ? .leftToRight : .canonical,
      options: options.subtracting([.includeReasons, .includeTrace])
    )
    let outcome = evaluation.decide(flag)
    guard (outcome.variation?.key, outcome.rule?.key) != (decision.variation, decision.rule) else {
      return nil
    }
    let selected = outcome.variation.map { "\"\($0.key)\"" } ?? "no variation"
    return isCanonical
      ? "the Swift SDK selects \(selected): unknown takes precedence over a later false"
      : "SDKs other than Swift's select \(selected): false takes precedence over unknown"
  }

  /// Returns a description of the impressions that an app sends for a decision.
  package func consequence(of decision: FlagDecision) -> String {
    let count = decision.impressions.count
    guard count > 0 else { return "sends nothing" }
    let what = count == 1 ? "an impression" : "\(count) impressions"
    return settings.sink.map { "sends \(what) to \($0)" } ?? "would send \(what)"
  }

  /// Returns the reason why an overridden rule has no effect; `nil` if the override has an effect.
  private func remark(
    on rule: String,
    forcedTo variation: TestVariation,
    of flag: String,
    _ decision: FlagDecision
  ) -> String? {
    if decision.rule == rule { return nil }
    let start = "the override \"\(variation)\" of rule \"\(rule)\" has no effect: "
    guard evaluator.rules(of: flag).contains(where: { $0.key == rule }) else {
      return start + "the flag has no such rule"
    }
    guard let decisive = decision.rule else { return start + "the whole flag is overridden" }
    return start + "\"\(decisive)\" matches first"
  }
}

extension Evaluator {
  /// Applies the forced state of a flag to its decision; the decision for an unknown flag is unchanged.
  ///
  /// A flag that is forced off has the variation `off` and the default values of its variables. A flag
  /// that is forced on keeps its variation, or has the variation `on` if it has none.
  ///
  /// - Parameters:
  ///   - isOn: The forced state of the flag.
  ///   - decision: The decision of the rules, to which the state is applied.
  ///   - options: The options of the decision.
  package func force(_ isOn: Bool, on decision: inout FlagDecision, _ options: DecideOptions) {
    guard let flag = index.flags[decision.flag] else { return }
    guard !isOn else {
      decision.isEnabled = true
      decision.variation = decision.variation ?? OnOffOutcomes.flag.on?.variation.rawValue
      return
    }
    var off = FlagDecision(flag: decision.flag)
    off.variation = OnOffOutcomes.flag.off?.variation.rawValue
    off.source = .rollout
    if !options.contains(.excludeVariables) {
      off.variables = flag.variables.defaults.byKey
      off.invalidVariables = flag.variables.defaults.invalid
    }
    off.sendsImpression = index.sendsFlagDecisions && !options.contains(.disableDecisionEvent)
    (off.reasons, off.trace) = (decision.reasons, decision.trace)
    decision = off
  }
}

extension Trace {
  /// The remarks about sticky variations, which take precedence over audience and traffic.
  fileprivate var remarks: [String] {
    entries.flatMap { entry in
      entry.checks.compactMap { check in
        guard case .profile(_, let variation?) = check else { return nil }
        return
          "the sticky variation \"\(variation)\" of \(entry.title) ignores audience and traffic"
      }
    }
  }
}

/// Compares the active datafile with a datafile that an app may run instead.
struct DatafileComparison {
  let datafile: Datafile
  let other: Datafile
  /// The origin of the other datafile: `cache` or `fallback`.
  let origin: Origin

  /// The warnings to display if an app may run the other datafile.
  var warnings: [String] {
    if datafile.projectID != other.projectID {
      return mismatch("project", datafile.projectID, other.projectID)
    }
    if let key = datafile.sdkKey, let otherKey = other.sdkKey, key != otherKey {
      return mismatch("SDK key", key, otherKey)
    }
    let warning = origin == .cache ? cacheWarning : fallbackWarning
    return warning.map { [$0] } ?? []
  }

  private func mismatch(_ what: String, _ expected: String, _ found: String) -> [String] {
    let kind = origin == .cache ? "cached" : "fallback"
    return ["the datafile is of \(what) \"\(expected)\", the \(kind) one of \"\(found)\""]
  }

  private var cacheWarning: String? {
    guard datafile.revision == other.revision else {
      return "revision \(datafile.revision) is active, \(other.revision) is cached: "
        + "an app that applies updates at its next start uses \(other.revision) until then"
    }
    guard datafile != other else { return nil }
    return "the active and the cached datafile differ, but both have revision \(datafile.revision)"
  }

  private var fallbackWarning: String? {
    guard datafile.revision != other.revision else { return nil }
    guard let own = Int(datafile.revision), let newer = Int(other.revision) else {
      return "revision \(datafile.revision) is active, and the fallback has \(other.revision)"
    }
    guard newer > own else { return nil }
    return "the fallback has revision \(newer), newer than the active \(own): "
      + "an app with \(own) in its cache does not use its bundled datafile"
  }
}

extension DatafileEvaluator {
  /// Returns the reasons why SDKs cannot give the result of an override to single users only.
  public func caveats(of feature: Feature, in context: EvaluationContext) -> [String] {
    guard feature.overrideScope != .everyone, feature.isOverridden else { return [] }
    guard feature.overrideScope.isExpressible(for: feature) else {
      return ["the override forces no variation: SDKs ignore it for an attribute"]
    }
    var caveats: [String] = []
    if !feature.forcesVariation, hasConditions(feature.name.rawValue) {
      caveats.append(
        "SDKs return the variation for the current attributes, also if the user has others"
      )
    }
    let hasVariables = feature.override(of: .everyone)?.variables.isEmpty == false
    if hasVariables || feature.override?.variables.isEmpty == false,
      !feature.state(in: .release).isEnabled
    {
      caveats.append("the flag is off: SDKs return the default values of its variables")
    }
    return caveats
  }

  /// Whether the variation of a flag depends on attributes of the user.
  private func hasConditions(_ flag: String) -> Bool {
    let rules = evaluator.index.flags[flag]?.rules ?? []
    return (rules + rules.flatMap(\.holdouts) + evaluator.index.globalHoldouts).contains {
      $0.conditions != nil
    }
  }
}
