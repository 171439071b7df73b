import Documents
package import FeatureFlags
package import FlagSystem

/// The decision of a flag with its user and options, for the output of commands and for impressions.
struct DatafileDecision: SystemDecision {
  let decision: FlagDecision
  let user: UserContext
  let options: DecideOptions
  let service: DatafileEvaluator
  /// The override or the forced variation that determines the decision; `nil` for none.
  var override: FlagOverride?

  var row: [String] {
    [
      decision.flag, decision.isEnabled ? "on" : "off", decision.variation ?? "no variation",
      override != nil ? "override" : decision.source?.rawValue ?? "",
      decision.rule.map { "rule \($0)" } ?? "",
    ]
  }

  var json: JSONValue {
    .object(decision.members + [("overridden", .bool(override != nil))])
  }

  var lines: [String] {
    let remark = service.remark(onOrderOf: decision, for: user, options: options)
    // The reasons of the decision have the overridden state, too.
    let state = options.contains(.includeReasons) ? nil : override?.remark
    return decision.reasons + [state].compactMap(\.self) + (decision.trace?.lines ?? [])
      + [remark].compactMap(\.self) + [service.consequence(of: decision)]
  }

  var isShown: Bool { decision.isEnabled || !options.contains(.enabledFlagsOnly) }

  var text: String { "\(decision.flag): \(decision.variation ?? "no variation")" }

  var exposure: [String?]? {
    guard !decision.impressions.isEmpty else { return nil }
    return [user.id, decision.variationID, decision.ruleID, "\(decision.isEnabled)"]
  }
}

extension DatafileDecision {
  /// Applies the forced state and variables of an override, whose variations the user already has.
  fileprivate func applying(_ override: Override?) -> DatafileDecision {
    guard let override, let feature = service.evaluator.feature(decision.flag) else { return self }
    let flagOverride = FlagOverride(override, of: feature)
    var decision = decision
    flagOverride.apply(to: &decision, options, in: service.evaluator)
    return DatafileDecision(
      decision: decision,
      user: user,
      options: options,
      service: service,
      override: flagOverride.determines(decision) ? flagOverride : nil
    )
  }
}

extension DatafileEvaluator: DecidingEvaluator {
  package var keys: [String] { evaluator.keys }

  package func decide(_ request: DecisionRequest) -> [any SystemDecision] {
    var options = DecideOptions(request.options.compactMap(DecideOptions.init(name:)))
    if request.hasTrace { options.insert(.includeTrace) }
    let user = UserContext(request.context, forced: request.forced)
    return evaluator.decide(eachOf: request.keys, for: user, options: options).map {
      DatafileDecision(decision: $0, user: user, options: options, service: self)
        .applying(request.forced[$0.flag])
    }
  }

  package func systemDecision(
    of feature: Feature,
    in context: EvaluationContext
  ) -> any SystemDecision {
    DatafileDecision(
      decision: decision(of: feature, in: context),
      user: UserContext(context),
      options: .excludeVariables,
      service: self
    )
  }

  package func mistakes(in forced: [String: Override]) -> [String] {
    evaluator.mistakesInForcedDecisions(of: UserContext(EvaluationContext(), forced: forced))
  }
}

extension UserContext {
  fileprivate init(_ context: EvaluationContext, forced: [String: Override]) {
    self.init(context)
    for (flag, override) in forced {
      force(override.variation, rules: override.rules, of: flag)
    }
  }
}

extension ImpressionSink: DecisionSink {
  package func send(_ decisions: [any SystemDecision]) throws {
    let decisions = decisions.compactMap { $0 as? DatafileDecision }
    guard let first = decisions.first else { return }
    try send(
      decisions.map(\.decision),
      of: first.user,
      in: first.service.evaluator.datafile
    )
  }
}

extension DecisionSupport {
  /// The decide options of the SDKs, and the sink that sends impressions as an app does.
  static let datafile = DecisionSupport(options: DecideOptions.names.map(\.name)) { server in
    ImpressionSink(
      url: server.url,
      workspace: server.workspace,
      timeout: server.timeout,
      client: server.client
    ) { server.onProblem("\($0)") }
  }
}
