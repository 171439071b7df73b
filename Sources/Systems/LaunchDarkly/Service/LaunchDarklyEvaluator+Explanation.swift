package import FeatureFlags
import Targeting

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
