import FeatureFlags
import Targeting

/// The evaluation of features for one user, with the results of the SDK for JavaScript.
///
/// It stores the results of prerequisites, on which features can depend several times.
final class GrowthBookEvaluation {
  let document: GrowthBookDocument
  let user: Subject
  /// The results that the request of an app forces.
  let requested: ForcedResults
  let steps = StepCounter()
  /// The features with overrides, for the features of which they are prerequisites.
  private let forced: [FeatureName: Feature]
  /// The results of prerequisites that were evaluated so far, with their exposures, by index.
  private var known: [Int: (result: GrowthBookResult, exposures: [Exposure])] = [:]
  /// The exposures to experiments so far; `nil` if they are not recorded.
  private var exposures: [Exposure]?
  /// The indexes of the features that are being evaluated.
  private var stack: [Int] = []

  /// The largest number of prerequisites that depend on each other.
  static let depthLimit = 100

  init(
    _ document: GrowthBookDocument,
    _ user: Subject,
    forcing forced: [FeatureName: Feature] = [:],
    requested: ForcedResults = ForcedResults()
  ) {
    (self.document, self.user) = (document, user)
    (self.forced, self.requested) = (forced, requested)
  }

  /// Evaluates the feature at an index; the result is meaningless if the steps have a failure.
  func result(at index: Int) -> GrowthBookResult {
    if let known = known[index] {
      exposures?.append(contentsOf: known.exposures)
      return known.result
    }
    guard !stack.contains(index) else { return GrowthBookResult(source: .cyclicPrerequisite) }
    guard stack.count <= Self.depthLimit else {
      steps.fail("prerequisites depend on each other more than \(Self.depthLimit) deep")
      return GrowthBookResult(source: .cyclicPrerequisite)
    }
    stack.append(index)
    let start = exposures?.count ?? 0
    let result = result(of: document.features[index])
    stack.removeLast()
    if !stack.isEmpty, steps.failure == nil {
      known[index] = (result, Array(exposures?[start...] ?? []))
    }
    return result
  }

  /// Evaluates the feature at an index with the exposures to experiments that an SDK would report, also for
  /// its prerequisites.
  func recordedResult(at index: Int) -> (result: GrowthBookResult, exposures: [Exposure]) {
    exposures = []
    defer { exposures = nil }
    let result = result(at: index)
    return (result, exposures ?? [])
  }

  private func result(of feature: GrowthBookFeature) -> GrowthBookResult {
    for rule in feature.rules {
      switch result(of: rule) {
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
    return GrowthBookResult(source: .defaultValue, value: feature.defaultIndex)
  }

  /// Evaluates a rule, as if no rule before decides.
  func result(of rule: GrowthBookRule) -> RuleResult {
    for parent in rule.prerequisites {
      let (result, subject) = result(of: parent)
      if result.source == .cyclicPrerequisite { return .cyclic }
      guard parent.condition.isMet(by: subject, steps) else {
        return parent.isGate ? .blocked : .skipped(.prerequisite)
      }
    }
    let variation =
      requested.variations.isEmpty
      ? nil : rule.experiment.flatMap { requested.variations[$0.key] }
    // A forced variation is independent of the namespace, which is a part of the experiment.
    for filter in rule.filters where variation == nil || filter.kind == .filter {
      guard filter.includes(user) else {
        return .skipped(filter.kind == .filter ? .filterExcluded : .namespaceExcluded)
      }
    }
    if rule.experiment != nil, rule.variations.count < 2 { return .skipped(.tooFewVariations) }
    if let variation { return result(of: rule, in: variation) }
    guard rule.condition.map({ $0.isMet(by: user, steps) }) ?? true else {
      return .skipped(.targetingMismatch)
    }
    let context = context(of: rule)
    guard let bucketing = rule.bucketing(in: context) else {
      return .selected(Selection(variation: 0))
    }
    switch bucketing.place(of: user) {
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
    // Apps do not report a variation that they force.
    if rule.experiment != nil, number != nil, let owner = stack.last {
      exposures?.append(Exposure(feature: owner, rule: rule, selection: selection))
    }
    if rule.variations[variation].isSkipped { return .skipped(.passthrough) }
    return .selected(selection)
  }

  /// Returns the index of the bandit's context that the user is in; `nil` for none.
  func context(of rule: GrowthBookRule) -> Int? {
    rule.experiment?.bandit?.contexts.firstIndex { $0.condition.isMet(by: user, steps) }
  }

  /// Returns the result of a prerequisite, and the object that its condition reads.
  func result(of parent: GrowthBookRule.Prerequisite) -> (GrowthBookResult, Subject) {
    if let value = requested.features[parent.feature] {
      return (GrowthBookResult(source: .override), Subject(.object(["value": value])))
    }
    let forced = forced[parent.feature]
    let index = document.indexes[parent.feature]
    let result: GrowthBookResult
    var json = "null"
    if let forced, ForcedResult(forced)?.isForEveryApp == true {
      result = GrowthBookResult(source: .force)
      json = forced.value?.json.text() ?? json
    } else {
      result = index.map(self.result) ?? GrowthBookResult(source: .unknownFeature)
      if let feature = index.map({ document.features[$0] }) {
        let rule = result.rule.flatMap { forced?.override?.rules[$0.key] }
        let own = rule.flatMap { name in feature.values.list.firstIndex { $0.variation == name } }
        json = feature.json(at: own ?? result.value)
      }
    }
    // Drops the error: the text is valid JSON.
    return (result, Subject(.object(["value": (try? AttributeValue(json: json)) ?? .null])))
  }
}

extension GrowthBookRule {
  /// The users of the variations; in a context of the bandit, those of this context.
  func bucketing(in context: Int?) -> Bucketing? {
    context.flatMap { experiment?.contexts[$0] } ?? bucketing
  }
}
