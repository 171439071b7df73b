import Documents
package import FeatureFlags
import Targeting

/// Evaluates the flags of a document of LaunchDarkly for any user.
package struct LaunchDarklyEvaluator: FlagEvaluator {
  /// The parsed document.
  package let document: LaunchDarklyDocument
  /// The forced results of flags, for the flags of which they are prerequisites.
  private var forced: [Feature.Name: ForcedResult] = [:]

  /// Creates the evaluator of a document.
  package init(_ document: LaunchDarklyDocument) { self.document = document }

  /// Returns a function that evaluates flags for a user.
  package func allocator(for context: EvaluationContext, count: Int) -> FlagAllocator {
    let evaluation = evaluation(for: context)
    return { definition, rules in
      guard let flag = evaluation.document.flag(definition.name) else { return nil }
      let result = evaluation.result(of: flag, isForcedOn: definition.isForcedOn)
      return flag.allocation(of: rules.isEmpty ? result : result.forced(by: rules, of: flag))
    }
  }

  /// Creates the evaluation of flags for a user.
  func evaluation(
    for context: EvaluationContext,
    isRecorded: Bool = false
  ) -> LaunchDarklyEvaluation {
    LaunchDarklyEvaluation(document, context, forcing: forced, isRecorded: isRecorded)
  }

  /// The flags with prerequisites.
  package var dependents: [Feature.Name] {
    document.flags.lazy.filter { !$0.prerequisites.isEmpty }.map(\.name)
  }

  /// Returns an evaluator whose prerequisites have the results that overrides force.
  package func forcing(_ features: [Feature]) -> any FlagEvaluator {
    var evaluator = self
    let results = features.compactMap { feature in
      ForcedResult(feature).map { (feature.name, $0) }
    }
    evaluator.forced = Dictionary(results) { first, _ in first }
    return evaluator
  }

  /// Warns of a user whom SDKs reject; without a key and attributes, no user is selected.
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

  /// Whether variations can be forced for rules, unless the document has values only.
  package var hasRules: Bool { document.isEvaluated }

  /// Returns the rules of a flag, and its fallthrough.
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

  /// Returns the rules of a flag, with the segments to which they refer.
  package func targetingText(of feature: Feature) -> String? {
    document.flag(feature.name).map(document.targetingText)
  }

  /// The use of the targeting key: required, unless the document has values for one context only.
  package var targetingKeyUse: TargetingKeyUse { document.isEvaluated ? .required : .unused }

  /// Returns the reason for a result as the JSON of SDKs, such as `{"kind":"OFF"}`; `nil` for an unknown
  /// flag.
  package func reason(of name: Feature.Name, in context: EvaluationContext) -> JSONValue? {
    document.flag(name).map { evaluation(for: context).result(of: $0).json }
  }
}

extension LaunchDarklyDocument {
  package var features: [Feature] { flags.map(\.feature) }

  /// Whether the document has the targeting of its flags.
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
  /// The kinds of contexts beside `user` that targets, rules and segments read, in alphabetical order.
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
  /// The kinds of contexts that the clause reads, or with which it compares the kinds of a context.
  fileprivate var contextKinds: [String] {
    readsKind ? values.compactMap(\.text) : segments.isEmpty ? [kind] : []
  }
}

extension LaunchDarklyServe {
  /// The kind of contexts whose bucket selects the variation; `nil` if no bucket is computed.
  fileprivate var contextKind: String? {
    if case .rollout(let rollout) = self { rollout.bucketing.kind } else { nil }
  }
}

extension LaunchDarklyEvaluator {
  /// Explains a result: prerequisites, targets, rules with their clauses and segments, and the fallthrough.
  ///
  /// The first remark is the reason as the JSON of SDKs, to compare it with the log of an app.
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
  /// Returns the recorded steps to the result, of which the last one has its variation.
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
