import Documents
package import FeatureFlags
import Targeting

/// Evaluates the flags of a document of LaunchDarkly for any user.
package struct LaunchDarklyEvaluator: FlagEvaluator {
  /// The document whose flags are evaluated.
  package let document: LaunchDarklyDocument
  /// The overrides of flags, which apply when the flags are prerequisites of others.
  private var forced = ForcedFeatures()

  /// Creates the evaluator of a document.
  package init(_ document: LaunchDarklyDocument) { self.document = document }

  /// Returns a function that evaluates flags for the given user.
  package func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    let evaluation = evaluation(for: context)
    return { definition, rules in
      guard let flag = evaluation.document.flag(definition.name) else { return nil }
      let result = evaluation.result(of: flag, isForcedOn: definition.isForcedOn)
      return flag.allocation(of: rules.isEmpty ? result : result.forced(by: rules, of: flag))
    }
  }

  func evaluation(
    for context: EvaluationContext,
    isRecorded: Bool = false
  ) -> LaunchDarklyEvaluation {
    LaunchDarklyEvaluation(
      document,
      context,
      forcing: forced.features(for: context),
      isRecorded: isRecorded
    )
  }

  /// The flags that have prerequisites, whose results can depend on overrides of other flags.
  package var dependents: [Feature.Name] {
    document.flags.lazy.filter { !$0.prerequisites.isEmpty }.map(\.name)
  }

  /// Returns an evaluator that uses the overrides of the given features when they are prerequisites.
  package func forcing(_ features: [Feature]) -> any FlagEvaluator {
    var evaluator = self
    evaluator.forced = ForcedFeatures(features)
    return evaluator
  }

  /// Warns of a user whom SDKs would reject.
  ///
  /// There is no warning for a user without a key and attributes, because no user is selected then.
  package func problems(in context: EvaluationContext) -> [Problem] {
    guard document.isEvaluated, context.targetingKey != nil || !context.attributes.isEmpty else {
      return []
    }
    do throws(EvaluationFailure) {
      _ = try LaunchDarklyContext(context)
      return []
    } catch {
      let fact = Problem.Fact.service("\(error.message): SDKs evaluate no flag for such a context")
      return [Problem(severity: .warning, line: nil, feature: nil, fact: fact)]
    }
  }

  /// Whether variations can be forced for rules: `true` unless the document has only values.
  package var hasRules: Bool { document.isEvaluated }

  /// Returns the rules of a flag, followed by its fallthrough; empty if the document has only values.
  package func rules(of feature: Feature) -> [ServiceRule] {
    guard document.isEvaluated, let flag = document.flag(feature.name) else { return [] }
    let variations = flag.values.list.map(\.variation)
    let rules = flag.rules.enumerated().map { index, rule in
      ServiceRule(
        key: flag.key(ofRule: index),
        kind: rule.serve.kind,
        variations: variations,
        name: flag.title(ofRule: index),
        audience: rule.clauses.isEmpty
          ? "everyone" : rule.clauses.map(\.title).joined(separator: " and ")
      )
    }
    let others = ServiceRule(
      key: LaunchDarklyFlag.fallThroughKey,
      kind: flag.fallThrough.kind,
      variations: variations,
      audience: "everyone else"
    )
    return rules + [others]
  }

  /// Returns the targeting of a flag as text, with the segments to which it refers.
  package func targetingText(of feature: Feature) -> String? {
    document.flag(feature.name).map(document.targetingText)
  }

  /// Whether evaluation needs a targeting key: `required`, unless the document has the values for one
  /// context only.
  package var targetingKeyUse: TargetingKeyUse { document.isEvaluated ? .required : .unused }

  /// Returns the reason for a result in the JSON format of the SDKs, such as `{"kind":"OFF"}`; `nil` for
  /// an unknown flag.
  package func reason(of name: Feature.Name, in context: EvaluationContext) -> JSONValue? {
    document.flag(name).map { evaluation(for: context).result(of: $0).json }
  }
}

extension LaunchDarklyDocument {
  package var features: [Feature] { flags.map(\.feature) }

  /// Whether the document has the targeting of its flags, instead of values for one context.
  package var isEvaluated: Bool { form == .payload }
}

extension LaunchDarklyFlag {
  fileprivate func allocation(of result: LaunchDarklyResult) -> Allocation {
    if let failure = result.failure { return .failure(failure) }
    var rule: String?
    if case .ruleMatch(let index, _) = result.reason { rule = key(ofRule: index) }
    return .outcome(
      result.variation.flatMap(outcome),
      rule: rule,
      reason: result.openFeatureReason
    )
  }
}

extension LaunchDarklyEvaluator {
  /// Returns the reasons why SDKs cannot give the result of an override to single contexts only.
  package func caveats(of feature: Feature, in context: EvaluationContext) -> [String] {
    guard feature.overrideScope != .everyone, let flag = document.flag(feature.name) else {
      return []
    }
    if case .attribute("kind", _) = feature.overrideScope {
      return ["the kind of a context is no attribute: SDKs ignore the override"]
    }
    switch ForcedResult(feature) {
    case .enabled where !flag.isOn || feature.hasLowerOverride:
      return ["targeting can only be turned on for all contexts: SDKs ignore the override"]
    case .rules where feature.hasLowerOverride:
      return ["another override replaces the rules: SDKs ignore the override"]
    case .variant, .value, .appDefault, .enabled, .rules, nil: break
    }
    guard flag.isOn, !feature.hasLowerOverride else { return [] }
    return flag.prerequisites.map { prerequisite in
      "depends on \"\(prerequisite.flag.rawValue)\": SDKs return the off variation if it is not met"
    }
  }

  package var hasContextKinds: Bool { document.isEvaluated }

  /// The context kinds other than `user` that targets, rules and segments read, in alphabetical order;
  /// `nil` if the document has only values.
  package var contextKinds: [String]? {
    guard document.isEvaluated else { return nil }
    var kinds: Set<String> = []
    for segment in document.segments.values {
      kinds.formUnion((segment.included + segment.excluded).map(\.kind))
      if let kind = segment.bigKind { kinds.insert(kind) }
      for rule in segment.rules {
        kinds.insert(rule.bucketing.kind)
        kinds.formUnion(rule.clauses.flatMap(\.contextKinds))
      }
    }
    for flag in document.flags {
      kinds.formUnion((flag.targets + flag.contextTargets).map(\.keys.kind))
      kinds.formUnion(flag.rules.flatMap { $0.clauses.flatMap(\.contextKinds) })
      kinds.formUnion((flag.rules.map(\.serve) + [flag.fallThrough]).compactMap(\.contextKind))
    }
    kinds.remove(LaunchDarklyContext.userKind)
    return kinds.sorted()
  }
}

extension LaunchDarklyClause {
  /// The context kinds that the clause reads, or the kinds that it expects if it tests the kind of a
  /// context.
  fileprivate var contextKinds: [String] {
    readsKind ? values.compactMap(\.text) : segments.isEmpty ? [kind] : []
  }
}

extension LaunchDarklyOutcome {
  /// The context kind by which contexts are bucketed; `nil` without a rollout.
  fileprivate var contextKind: String? {
    if case .rollout(let rollout) = self { rollout.bucketing.kind } else { nil }
  }
}

extension LaunchDarklyEvaluator {
  /// Explains a result: prerequisites, targets, rules with their clauses and segments, and the fallthrough.
  ///
  /// The first remark is the reason in the JSON format of the SDKs, to compare it with the log of an
  /// app.
  package func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    guard let flag = document.flag(feature.name) else { return nil }
    let evaluation = evaluation(for: context, isRecorded: true)
    let result = evaluation.result(of: flag, isForcedOn: feature.override?.enabled == true)
      .forced(by: feature.override?.rules ?? [:], of: flag)
    var remarks = [
      document.isEvaluated
        ? result.json.text()
        : "the document has the values for one context only, without their targeting"
    ]
    if let remark = overrideRemark(on: feature) { remarks.append(remark) }
    let bigSegment =
      "a big segment was read, whose keys only a store has: an app can get another result"
    let dependants = document.flags.filter { $0.prerequisites.contains { $0.flag == flag.name } }
    if !dependants.isEmpty {
      let names = dependants.prefix(10).map { "\"\($0.name)\"" }.joined(separator: ", ")
      let rest = dependants.count > 10 ? " and \(dependants.count - 10) more" : ""
      remarks.append("it is a prerequisite, so that an override can change \(names)\(rest)")
    }
    return Explanation(
      steps: result.steps(of: flag, evaluation.run.trace?.steps ?? []),
      remarks: remarks,
      warnings: result.readsBigSegments ? [bigSegment] : []
    )
  }
}

extension LaunchDarklyResult {
  /// Returns the recorded steps, and adds the outcome to the last one.
  fileprivate func steps(
    of flag: LaunchDarklyFlag,
    _ recorded: [Explanation.Step]
  ) -> [Explanation.Step] {
    var steps = recorded
    if steps.isEmpty { steps = [Explanation.Step(title: failure == nil ? "value" : "context")] }
    let last = steps.count - 1
    steps[last].variation = variation.flatMap(flag.outcome)?.variation.rawValue
    let error = failure.map { $0.code == .targetingKeyMissing ? "no user" : "error" }
    steps[last].outcome = error ?? "the app's default"
    if let failure {
      steps[last].findings.append(Explanation.Finding(failure.message, verdict: .unknown))
    }
    return steps
  }
}
