package import FeatureFlags
import Targeting

extension UnleashEvaluator {
  /// Explains a result: the switch, the dependencies, the strategies and the choice of a variant.
  package func explanation(of feature: Feature, in context: EvaluationContext) -> Explanation? {
    guard let flag = document.flag(feature.name) else { return nil }
    let trace = UnleashTrace(evaluation: evaluation(for: context), flag: flag)
    var explanation = trace.explanation(forcing: feature.override?.rules ?? [:])
    explanation.warnings.insert(contentsOf: caveats(of: feature, in: context), at: 0)
    if let remark = overrideRemark(on: feature) { explanation.remarks.insert(remark, at: 0) }
    return explanation
  }
}

/// Explains the evaluation of a flag for a user; the results are those of ``UnleashEvaluation``.
private struct UnleashTrace {
  let evaluation: UnleashEvaluation
  let flag: UnleashFlag

  /// The largest number of listed dependencies; each can describe a parent with many results.
  private static let dependencyLimit = 100

  private var user: UnleashUser { evaluation.user }

  func explanation(forcing rules: [String: TestVariation]) -> Explanation {
    var steps = [switchStep]
    var warnings: [String] = []
    if let defect = evaluation.document.defect(of: flag) {
      warnings.append("\(defect); the whole flag is off, and for SDKs on Node only the strategy")
    }
    let result = evaluation.result(of: flag)
    if flag.isEnabled {
      steps += flag.dependencies.prefix(Self.dependencyLimit).map(step)
      if flag.dependencies.count > Self.dependencyLimit {
        steps.append(Explanation.Step(title: "further dependencies are not listed"))
      }
      if evaluation.chance(ofDependenciesOf: flag) > 0 { steps += strategySteps(forcing: rules) }
    }
    warnings += flag.strategies.compactMap(warning)
    if isHashedDifferently(in: steps) {
      warnings.append("SDKs on Node hash a text outside of Latin-1 to other numbers")
    }
    let isRandom = if case .random = result { true } else { false }
    let remarks = isRandom ? ["random at each call: \(result)"] : []
    return Explanation(steps: steps, remarks: remarks, warnings: warnings)
  }

  private var switchStep: Explanation.Step {
    let isDecisive = flag.isEnabled && flag.strategies.isEmpty
    return Explanation.Step(
      title: flag.isEnabled ? "on in the environment" : "off in the environment",
      variation: isDecisive ? selected(by: nil) : nil,
      outcome: isDecisive ? "random" : nil,
      findings: isDecisive ? variantFindings(of: nil) : []
    )
  }

  /// Returns a warning about a strategy that only an app can evaluate.
  private func warning(about strategy: UnleashStrategy) -> String? {
    switch strategy.rule {
    case .custom: "the app decides the strategy \"\(strategy.key)\"; it does not hold here"
    case .hosts where user.text(of: .hostName) == nil:
      "the host name of the app decides the strategy \"\(strategy.key)\"; set the attribute hostName"
    case .everyone, .users, .rollout, .random, .addresses, .hosts, .never: nil
    }
  }

  /// Whether a hashed text of the trace has characters for which SDKs on Node compute another hash.
  private func isHashedDifferently(in steps: [Explanation.Step]) -> Bool {
    steps.joinedFindings.contains { finding in
      finding.ruler != nil && finding.text.unicodeScalars.contains { $0.value > 0xFF }
    }
  }
}

// MARK: Dependencies

extension UnleashTrace {
  private func step(of dependency: UnleashFlag.Dependency) -> Explanation.Step {
    let name = dependency.flag.rawValue
    let expected =
      (dependency.isEnabled ? "on" : "off")
      + (dependency.variants.isEmpty
        ? "" : " with \(dependency.variants.joined(separator: " or "))")
    let parent = evaluation.parent(dependency.flag, of: flag)
    let chance = parent?.chance(of: dependency) ?? 0
    let text = "\(expected); \(parent.map(found) ?? missing(dependency))"
    let verdict = Explanation.Verdict(chance: chance)
    return Explanation.Step(
      title: "dependency \"\(name)\"",
      outcome: verdict == .yes ? "met" : verdict == .no ? "not met" : "random",
      findings: [Explanation.Finding(text, verdict: verdict)]
    )
  }

  private func missing(_ dependency: UnleashFlag.Dependency) -> String {
    evaluation.document.flag(dependency.flag) == nil
      ? "the flag does not exist" : "the flag has dependencies itself"
  }

  private func found(_ parent: UnleashParent) -> String {
    guard case .fixed(let decision) = parent.result else {
      return "random at each call: \(parent.result)"
    }
    guard decision.isEnabled else { return "it is off" }
    return "it is on" + (decision.variant.map { " with \($0.name)" } ?? "")
  }
}

// MARK: Strategies

extension UnleashTrace {
  /// Returns a step for each strategy, up to the first one that always holds.
  private func strategySteps(forcing rules: [String: TestVariation]) -> [Explanation.Step] {
    var steps: [Explanation.Step] = []
    let isCompiled = evaluation.document.defect(of: flag) == nil
    var count = 0
    for (index, strategy) in flag.strategies.enumerated() {
      count += steps.last?.findings.count ?? 0
      guard count < FindingRecorder.limit else {
        return steps + [Explanation.Step(title: "further strategies are not listed")]
      }
      var step = Explanation.Step(title: "strategy \"\(strategy.key)\"")
      let nodes =
        strategy.constraints.map { $0.node(for: user, evaluation.steps) }
        + strategy.segmentIDs.map(segmentNode)
      step.findings = nodes.flatMap { $0.findings() }
      guard nodes.allSatisfy({ $0.verdict == .yes }) else {
        steps.append(step)
        continue
      }
      let chance = evaluation.chance(of: strategy, as: flag.name.rawValue)
      step.findings.append(finding(about: strategy, chance: chance))
      if step.findings.last?.verdict == .unknown { step.outcome = nil }
      if chance > 0, isCompiled {
        step.findings += variantFindings(of: index)
        step.variation =
          chance < 1 ? nil : rules[strategy.key]?.rawValue ?? selected(by: index)
        step.outcome = "random"
      }
      steps.append(step)
      if chance >= 1, isCompiled { break }
    }
    return steps
  }

  private func segmentNode(_ id: Int) -> ConditionNode {
    evaluation.document.segments[id]?.node(for: user, evaluation.steps)
      ?? ConditionNode("segment \(id)", .no, cause: "the document does not have it")
  }

  /// Returns the finding about the rule of a strategy, with the hashed number of the user.
  private func finding(about strategy: UnleashStrategy, chance: Double) -> Explanation.Finding {
    let verdict = Explanation.Verdict(chance: chance)
    switch strategy.rule {
    case .everyone: return Explanation.Finding("for everyone", verdict: verdict)
    case .users: return finding(about: .userID, verdict)
    case .addresses: return finding(about: .remoteAddress, verdict)
    case .hosts(let hosts):
      let own = user.text(of: .hostName)
      let text = "host name \(own ?? "unknown") in \(hosts.joined(separator: ", "))"
      return Explanation.Finding(text, verdict: own == nil ? .unknown : verdict)
    case .custom: return Explanation.Finding("decided by the app", verdict: .unknown)
    case .never(let reason): return Explanation.Finding(reason, verdict: .no)
    case .random(let percent):
      return Explanation.Finding("random at each call: \(percent) %", verdict: verdict)
    case .rollout(let percent, let stickiness):
      if let text = stickiness.text(of: user) {
        return finding(about: "\(strategy.group ?? flag.name.rawValue):\(text)", percent, verdict)
      }
      if case .field(let field) = stickiness {
        return Explanation.Finding("the user has no \(field.name)", verdict: .no)
      }
      return Explanation.Finding("random at each call: \(percent) %", verdict: verdict)
    }
  }

  private func finding(
    about field: ContextField,
    _ verdict: Explanation.Verdict
  ) -> Explanation.Finding {
    let found = user.text(of: field).map { "\"\($0)\"" } ?? "no \(field.name)"
    return Explanation.Finding("\(field.name) in the list: \(found)", verdict: verdict)
  }

  private func finding(
    about text: String,
    _ percent: Int,
    _ verdict: Explanation.Verdict
  ) -> Explanation.Finding {
    let number = UnleashHash.number(text, in: 100)
    let range = Explanation.Ruler.Range(start: 0, end: percent, name: "on")
    return Explanation.Finding(
      "rollout \(percent) %: \"\(text)\" is \(number) of 100",
      verdict: verdict,
      ruler: Explanation.Ruler(position: number - 1, length: 100, firstNumber: 1, ranges: [range])
    )
  }
}

extension Explanation.Verdict {
  /// The verdict of a condition that is met with a probability.
  fileprivate init(chance: Double) { self = chance <= 0 ? .no : chance >= 1 ? .yes : .unknown }
}

// MARK: Variants

extension UnleashTrace {
  private func variantFindings(of strategy: Int?) -> [Explanation.Finding] {
    let variants = flag.variants(of: strategy)
    let isOwn = strategy.map { !flag.strategies[$0].variants.list.isEmpty } ?? false
    let source = isOwn ? "strategy" : "flag"
    switch evaluation.choice(among: variants, of: flag) {
    case .nothing: return []
    case .overridden(let variant, let field):
      let text = "override of the variant \"\(variant.name)\" by \(field.name)"
      return [Explanation.Finding(text, verdict: .yes)]
    case .single(let variant):
      return [Explanation.Finding("variant of the \(source): \"\(variant.name)\"")]
    case .hashed(_, let bucket, let text):
      guard let buckets = variants.buckets else { return [] }
      let group = variants.group ?? flag.name.rawValue
      return [
        Explanation.Finding(
          "variants of the \(source): \"\(group):\(text)\" is \(bucket + 1) of \(buckets.count)",
          ruler: buckets.ruler(at: bucket, names: variants.list.map(\.name), firstNumber: 1)
        )
      ]
    case .random:
      let shares = variants.shares.map { "\($0.name) \(UnleashResult.percent($1))" }
      let text = "variants of the \(source), random at each call: \(shares.joined(separator: ", "))"
      return [Explanation.Finding(text, verdict: .unknown)]
    }
  }

  /// The name of the variant that a strategy selects; `on` without variants, `nil` if it is random.
  private func selected(by strategy: Int?) -> String? {
    switch evaluation.choice(among: flag.variants(of: strategy), of: flag) {
    case .nothing: "on"
    case .overridden(let variant, _), .single(let variant), .hashed(let variant, _, _):
      variant.name
    case .random: nil
    }
  }
}

extension [Explanation.Step] {
  fileprivate var joinedFindings: some Sequence<Explanation.Finding> { lazy.flatMap(\.findings) }
}
