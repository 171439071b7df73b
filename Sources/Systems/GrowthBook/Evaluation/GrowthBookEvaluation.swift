import FeatureFlags
import Targeting

/// Evaluates features for one user, with the results of the SDK for JavaScript.
///
/// The results of prerequisites are cached, because several features can depend on the same one.
final class GrowthBookEvaluation {
  let document: GrowthBookDocument
  let user: ConditionInput
  /// The results that the app forces in its request.
  let requested: ForcedResults
  var run: EvaluationRun
  /// The overridden features, whose forced values other features see as prerequisites.
  private let forced: ForcedFeatures
  /// The cached results of prerequisites with their exposures, by the index of the feature.
  private var known: [Int: (result: GrowthBookResult, exposures: [Exposure])] = [:]
  /// The exposures to experiments that were recorded so far; `nil` if they are not recorded.
  private var exposures: [Exposure]?
  /// The indexes of the features whose evaluation is in progress, from the outermost to the innermost.
  private var stack: [Int] = []

  /// The maximum depth of nested prerequisites.
  static let depthLimit = 100

  init(
    _ document: GrowthBookDocument,
    _ user: ConditionInput,
    forcing forced: ForcedFeatures = ForcedFeatures(),
    requested: ForcedResults = ForcedResults(),
    isRecorded: Bool = false
  ) {
    run = EvaluationRun(isRecorded: isRecorded)
    (self.document, self.user) = (document, user)
    (self.forced, self.requested) = (forced, requested)
  }

  /// Evaluates the feature at an index; the result is meaningless if ``run`` has a failure.
  func result(at index: Int) -> GrowthBookResult {
    if let known = known[index] {
      exposures?.append(contentsOf: known.exposures)
      return known.result
    }
    guard !stack.contains(index) else { return GrowthBookResult(source: .cyclicPrerequisite) }
    guard stack.count <= Self.depthLimit else {
      run.fail("prerequisites depend on each other more than \(Self.depthLimit) deep")
      return GrowthBookResult(source: .cyclicPrerequisite)
    }
    stack.append(index)
    let start = exposures?.count ?? 0
    let result = result(of: document.features[index])
    stack.removeLast()
    if !stack.isEmpty, run.failure == nil {
      known[index] = (result, Array(exposures?[start...] ?? []))
    }
    return result
  }

  /// Evaluates the feature at an index, and records the exposures that an SDK would report, including
  /// those of its prerequisites.
  func recordedResult(at index: Int) -> (result: GrowthBookResult, exposures: [Exposure]) {
    exposures = []
    defer { exposures = nil }
    let result = result(at: index)
    return (result, exposures ?? [])
  }

  private func result(of feature: GrowthBookFeature) -> GrowthBookResult {
    for rule in feature.rules {
      run.trace?.step(rule.title)
      let result = result(of: rule)
      run.trace?.conclude(outcome: result.outcome)
      switch result {
      case .skipped: continue
      case .blocked: return GrowthBookResult(source: .prerequisite)
      case .cyclic: return GrowthBookResult(source: .cyclicPrerequisite)
      case .selected(let selection):
        return GrowthBookResult(
          source: rule.experiment == nil ? .force : .experiment,
          value: rule.variations[selection.variation].value,
          rule: rule,
          selection: selection
        )
      }
    }
    run.trace?.step("default value", outcome: RuleResult.null)
    return GrowthBookResult(source: .defaultValue, value: feature.defaultIndex)
  }

  /// Evaluates one rule, as if no rule before it had decided.
  func result(of rule: GrowthBookRule) -> RuleResult {
    for parent in rule.prerequisites {
      let (result, subject) = result(of: parent)
      if result.source == .cyclicPrerequisite { return .cyclic }
      run.trace?.begin()
      let isMet = parent.condition.isMet(by: subject, &run)
      let verdict = Explanation.Verdict(isMet)
      run.trace?.end("\(parent.title) (\(result.source.rawValue))", verdict: verdict)
      guard isMet else { return parent.isGate ? .blocked : .skipped(.prerequisite) }
    }
    let variation =
      requested.variations.isEmpty
      ? nil : rule.experiment.flatMap { requested.variations[$0.key] }
    // A forced variation ignores the namespace, because the namespace is a part of the experiment.
    for filter in rule.filters where variation == nil || filter.kind == .filter {
      guard position(in: filter).isIncluded else {
        return .skipped(filter.kind == .filter ? .filterExcluded : .namespaceExcluded)
      }
    }
    if rule.experiment != nil, rule.variations.count < 2 { return .skipped(.tooFewVariations) }
    if let variation { return result(of: rule, in: variation) }
    guard rule.condition.map({ $0.isMet(by: user, &run) }) ?? true else {
      return .skipped(.targetingMismatch)
    }
    let context = context(of: rule)
    if let bandit = rule.experiment?.bandit {
      let id = context.flatMap { bandit.contexts[$0].id }?.decimalText
      run.trace?.append("bandit \"\(bandit.id)\": \(id.map { "context \($0)" } ?? "no context")")
    }
    guard let bucketing = rule.bucketing(in: context) else {
      return .selected(Selection(variation: 0))
    }
    switch position(in: bucketing, for: rule) {
    case .missingAttribute: return .skipped(.missingHashAttribute)
    case .unknownVersion: return .skipped(.unknownHashVersion)
    case .included(let number, let index): return result(of: rule, in: index, number, context)
    case .excluded: return .skipped(.coverageExcluded)
    }
  }

  private func result(
    of rule: GrowthBookRule,
    in variation: Int,
    _ number: Double? = nil,
    _ context: Int? = nil
  ) -> RuleResult {
    guard rule.variations.indices.contains(variation) else { return .skipped(.coverageExcluded) }
    let selection = Selection(variation: variation, number: number, context: context)
    // An app does not report an exposure to a variation that it forces.
    if rule.experiment != nil, number != nil, let owner = stack.last {
      exposures?.append(Exposure(feature: owner, rule: rule, selection: selection))
    }
    if rule.variations[variation].isSkipped { return .skipped(.passthrough) }
    return .selected(selection)
  }

  /// Returns the index of the bandit's context whose condition the user meets; `nil` if there is none.
  private func context(of rule: GrowthBookRule) -> Int? {
    guard let bandit = rule.experiment?.bandit else { return nil }
    return unrecorded { bandit.contexts.firstIndex { $0.condition.isMet(by: user, &run) } }
  }

  /// Buckets the user, and records the position in the trace, with the names of the rule's variations.
  private func position(in users: Bucketing, for rule: GrowthBookRule? = nil)
    -> Bucketing.BucketPosition
  {
    let position = users.position(of: user)
    guard run.trace != nil else { return position }
    let feature = stack.last.map { document.features[$0] }
    let names = rule?.variations.map { feature?.name(of: $0.value) ?? $0.name ?? $0.key } ?? []
    let (text, ruler) = users.finding(about: position, of: user, names)
    run.trace?.append("\(users.text): \(text)", ruler, verdict: .init(position.isIncluded))
    return position
  }

  /// Evaluates without recording steps in the trace.
  private func unrecorded<Value>(_ evaluate: () -> Value) -> Value {
    var trace: ExplanationRecorder?
    swap(&trace, &run.trace)
    defer { swap(&trace, &run.trace) }
    return evaluate()
  }

  /// Evaluates a prerequisite.
  ///
  /// - Returns: The result, and the object with the member `value` that the condition of the
  ///   prerequisite reads.
  func result(of parent: GrowthBookRule.Prerequisite) -> (GrowthBookResult, ConditionInput) {
    if let value = requested.features[parent.feature] {
      return (GrowthBookResult(source: .override), ConditionInput(.object(["value": value])))
    }
    let forced = forced[parent.feature]
    let index = document.indexes[parent.feature]
    let result: GrowthBookResult
    var json = "null"
    if let forced, ForcedResult(forced)?.isForEveryApp == true {
      result = GrowthBookResult(source: .force)
      json = forced.value?.json.text() ?? json
    } else {
      result =
        index.map { index in unrecorded { self.result(at: index) } }
        ?? GrowthBookResult(source: .unknownFeature)
      if let feature = index.map({ document.features[$0] }) {
        let rule = result.rule.flatMap { forced?.override?.rules[$0.key] }
        let own = rule.flatMap { name in feature.values.list.firstIndex { $0.variation == name } }
        json = feature.json(at: own ?? result.value)
      }
    }
    // Drops the error: the text was encoded as JSON before, so it is valid.
    return (result, ConditionInput(.object(["value": (try? AttributeValue(json: json)) ?? .null])))
  }
}

extension GrowthBookRule {
  /// Returns the bucketing of the variations: that of the bandit's context, or else that of the rule.
  func bucketing(in context: Int?) -> Bucketing? {
    context.flatMap { experiment?.contexts[$0] } ?? bucketing
  }
}

extension Bucketing {
  /// Describes the bucket position of a user, with a ruler that shows the ranges.
  fileprivate func finding(
    about position: BucketPosition,
    of user: ConditionInput,
    _ names: [String]
  ) -> (text: String, ruler: Explanation.Ruler?) {
    switch position {
    case .missingAttribute: return ("the user has no \(attribute)", nil)
    case .unknownVersion: return ("the version of the hash is unknown", nil)
    case .included(let number, _), .excluded(let number):
      let own = AttributeValue.string(user.hashText(of: attribute) ?? "").excerpt
      return ("\(own) is \(number.decimalText)", ruler(at: number, names))
    }
  }

  /// Returns a ruler with the ranges and the position of the user, in units of the hash's distinct
  /// positions.
  private func ruler(at number: Double, _ names: [String]) -> Explanation.Ruler {
    func bucket(_ number: Double) -> Int { Int((min(max(number, 0), 1) * Double(size)).rounded()) }
    let ranges = ranges.enumerated().map { index, range in
      let (start, end) = (bucket(range.start), bucket(range.end))
      let name = index < names.count ? names[index] : nil
      return Explanation.Ruler.Range(start: start, end: max(start, end), name: name)
    }.sorted { $0.start < $1.start }
    return Explanation.Ruler(position: bucket(number), length: size, ranges: ranges)
  }
}

extension GrowthBookEvaluation {
  /// Returns the variation of an experiment on pages for the user; `nil` if the user is not included.
  func variation(of experiment: PageExperiment, on page: PageAddress) -> Int? {
    let (rule, indices) = (experiment.rule, experiment.rule.variations.indices)
    guard let key = rule.experiment?.key, indices.count > 1, experiment.includes(page) else {
      return nil
    }
    if let index = page.parameter(key).flatMap({ Int($0) }), indices.contains(index) {
      return index
    }
    if let index = requested.variations[key] { return indices.contains(index) ? index : nil }
    guard !experiment.isInactive, areMet(rule.prerequisites),
      rule.filters.allSatisfy({ $0.position(of: user).isIncluded }),
      rule.condition.map({ $0.isMet(by: user, &run) }) ?? true,
      case .included(_, let index)? = rule.bucketing?.position(of: user)
    else { return nil }
    let variation = experiment.forced ?? (experiment.isStopped ? -1 : index)
    return indices.contains(variation) ? variation : nil
  }

  private func areMet(_ prerequisites: [GrowthBookRule.Prerequisite]) -> Bool {
    prerequisites.allSatisfy { parent in
      let (result, subject) = result(of: parent)
      return result.source != .cyclicPrerequisite && parent.condition.isMet(by: subject, &run)
    }
  }
}
