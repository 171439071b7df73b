import FeatureFlags
import Targeting

extension LaunchDarklyDocument {
  /// Reports the parts of flags and segments that fail, that have no effect, or that surprise.
  mutating func reportTraps() {
    let endlessSegments = ReferenceGraph(segments.mapValues(\.references)).endless
    let dependent = flags.lazy.filter { !$0.prerequisites.isEmpty }
    let references = dependent.map { ($0.name.rawValue, $0.prerequisites.map(\.flag.rawValue)) }
    let endlessFlags = ReferenceGraph(Dictionary(references) { $1 }).endless
    for (key, segment) in segments.sorted(by: { $0.key < $1.key }) {
      (found.flag, found.line) = (nil, segment.line)
      let name = "segment \"\(key.excerpt)\""
      if endlessSegments.contains(key) {
        report("\(name) refers to a cycle: an evaluation that reaches it fails", isError: true)
      }
      if segment.bigKind != nil {
        report("\(name) is a big segment, whose keys only a store has: the lists count as empty")
      }
      reportTraps(of: segment.rules.flatMap(\.clauses), in: name)
    }
    for flag in flags {
      (found.flag, found.line) = (flag.name.rawValue, flag.line)
      if endlessFlags.contains(flag.name.rawValue) {
        report("its prerequisites are a cycle, so its evaluation fails", isError: true)
      }
      reportTraps(of: flag)
    }
  }

  private mutating func report(_ text: String, isError: Bool = false) {
    found.report(.service(text), severity: isError ? .error : .warning)
  }

  private mutating func reportTraps(of flag: LaunchDarklyFlag) {
    if flag.values.isMixed {
      report("has variations of different types; an app gets an error for those of another type")
    }
    for prerequisite in flag.prerequisites { reportTrap(of: prerequisite) }
    if let index = flag.offVariation { reportUnknown([index], of: flag, in: "offVariation") }
    for (list, targets) in [("targets", flag.targets), ("contextTargets", flag.contextTargets)] {
      reportUnknown(targets.map(\.variation), of: flag, in: list)
    }
    for (index, rule) in flag.rules.enumerated() {
      let name = "rule \(index + 1)"
      reportTraps(of: rule.clauses, in: name)
      reportTraps(of: rule.serve, of: flag, in: name)
    }
    reportTraps(of: flag.fallThrough, of: flag, in: "fallthrough")
    if flag.isOn { reportBranches(of: flag) }
  }

  /// Reports rules that are never reached, and rules and targets that all serve the same variation.
  private mutating func reportBranches(of flag: LaunchDarklyFlag) {
    if let index = flag.rules.firstIndex(where: \.clauses.isEmpty) {
      report("rule \(index + 1) has no clauses, so that nothing after it is ever served")
    }
    let others = flag.prerequisites.isEmpty ? [] : [flag.offVariation ?? -1]
    let targets = (flag.targets + flag.contextTargets).filter { !$0.keys.list.values.isEmpty }
    let branches = targets.map { [$0.variation] } + flag.rules.map(\.serve.served)
    guard !branches.isEmpty else { return }
    let served = Set(branches.joined() + flag.fallThrough.served + others)
    guard served.count == 1, let variation = served.first, flag.outcome(variation) != nil else {
      return
    }
    report("all rules and targets serve the variation \(variation) of the fallthrough")
  }

  private mutating func reportTrap(of prerequisite: LaunchDarklyFlag.Prerequisite) {
    let name = "the prerequisite \"\(prerequisite.flag.rawValue.excerpt)\""
    guard let flag = flag(prerequisite.flag) else {
      return report("\(name) does not exist, so it is never met", isError: true)
    }
    if flag.outcome(prerequisite.variation) == nil {
      report(
        "\(name) has no variation \(prerequisite.variation), so it is never met",
        isError: true
      )
    } else if !flag.isOn {
      report("\(name) is off, so it is never met, whatever its off variation")
    }
  }

  private mutating func reportUnknown(
    _ variations: [Int],
    of flag: LaunchDarklyFlag,
    in part: String
  ) {
    guard let index = variations.first(where: { flag.outcome($0) == nil }) else { return }
    report("\(part): there is no variation \(index), so the evaluation fails", isError: true)
  }

  private mutating func reportTraps(
    of serve: LaunchDarklyServe,
    of flag: LaunchDarklyFlag,
    in part: String
  ) {
    reportUnknown(serve.variations, of: flag, in: part)
    switch serve {
    case .variation: break
    case .nothing where flag.isOn:
      report("\(part): found no variation and no rollout, so the evaluation fails", isError: true)
    case .nothing: break
    case .rollout(let rollout):
      let sum = rollout.buckets?.count ?? 0
      if sum != LaunchDarklyRollout.whole {
        report("\(part): the weights add up to \(sum), expected \(LaunchDarklyRollout.whole)")
      }
      if let attribute = rollout.bucketing.attribute, attribute.name == nil {
        report("\(part): \(attribute.defect), so the evaluation fails", isError: true)
      }
    }
  }

  private mutating func reportTraps(of clauses: [LaunchDarklyClause], in part: String) {
    for clause in clauses {
      for remark in clause.remarks { report("\(part): \(remark)") }
      for key in clause.segments where segments[key] == nil {
        report("\(part): the segment \"\(key.excerpt)\" does not exist, so no context is in it")
      }
    }
  }
}
