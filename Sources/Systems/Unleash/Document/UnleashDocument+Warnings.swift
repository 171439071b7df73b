import FeatureFlags
import Targeting

extension UnleashDocument {
  /// Returns the first reason why engines switch a flag off; `nil` if its strategies can be compiled.
  func firstDefect(of flag: UnleashFlag) -> String? {
    for strategy in flag.strategies {
      if let defect = strategy.defect { return "strategy \"\(strategy.key)\": \(defect)" }
      for id in strategy.segmentIDs {
        guard let segment = segments[id] else {
          return "strategy \"\(strategy.key)\": segment \(id) is missing"
        }
        if let defect = segment.defect {
          return "segment \"\(segment.name)\": \(defect)"
        }
      }
    }
    return nil
  }

  /// Reports the traps in which a flag is, and the differences between SDKs.
  func reportTraps(of flag: UnleashFlag, to problems: inout DocumentProblems) {
    (problems.flag, problems.line) = (flag.name.rawValue, flag.line)
    func report(_ text: String, severity: Problem.Severity = .warning) {
      problems.report(.service(text), severity: severity)
    }
    if let defect = defects[flag.name] {
      report(
        "\(defect); the whole flag is off, and for SDKs on Node only the strategy",
        severity: .error
      )
    }
    if flag.lacksStrategies {
      report("has no \"strategies\": it is on, and off for SDKs on Node")
    }
    for strategy in flag.strategies {
      for remark in strategy.remarks { report("strategy \"\(strategy.key)\": \(remark)") }
      if case .custom = strategy.rule {
        let text = "the app decides the strategy \"\(strategy.name)\"; it does not hold here"
        report("strategy \"\(strategy.key)\": \(text)", severity: .note)
      }
    }
    if ([flag.variants] + flag.strategies.map(\.variants)).contains(where: \.isWithoutWeight) {
      report("the weights of its variants add up to 0, so no variant is selected")
    }
    for variant in flag.allVariants { variant.trap.map { report($0) } }
    for dependency in flag.dependencies {
      for text in traps(of: dependency) { report(text) }
    }
  }

  private func traps(of dependency: UnleashFlag.Dependency) -> [String] {
    let name = dependency.flag.rawValue
    guard let parent = flag(dependency.flag) else {
      return ["depends on \"\(name)\", which does not exist, so it is off"]
    }
    if !parent.dependencies.isEmpty {
      return ["depends on \"\(name)\", which has dependencies itself, so it is off"]
    }
    guard !dependency.variants.isEmpty else { return [] }
    if !dependency.isEnabled {
      return ["depends on variants of \"\(name)\" while it is off; SDKs on Node ignore them"]
    }
    let known = parent.variantNames
    return dependency.variants.filter { !known.contains($0) && $0 != "disabled" }.map { variant in
      let text = "depends on the variant \"\(variant)\" of \"\(name)\", which does not exist"
      return known.isEmpty ? text + "; only SDKs on Node turn it off" : text
    }
  }
}

extension UnleashVariant {
  /// The trap in the name or the payload of the variant; `nil` for none.
  fileprivate var trap: String? {
    if name == UnleashFlag.disabled.rawValue {
      return "the variant \"disabled\" has the name that apps get without a variant"
    }
    guard let payload else { return nil }
    let isValid =
      switch payload.type {
      case "json": VariableValue(payload.value, as: .json) != nil
      case "number": VariableValue(payload.value, as: .double) != nil
      default: true
      }
    return isValid ? nil : "the payload of the variant \"\(name)\" is not a valid \(payload.type)"
  }
}

extension UnleashVariants {
  fileprivate var isWithoutWeight: Bool { !list.isEmpty && buckets?.count == 0 }
}
