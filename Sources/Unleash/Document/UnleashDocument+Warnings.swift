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

  /// Returns the traps in which a flag is, and the differences between SDKs.
  func warnings(about flag: UnleashFlag) -> [Problem] {
    var remarks: [UnleashRemark] = []
    if let defect = defects[flag.name] {
      let text = "\(defect); the whole flag is off, and for SDKs on Node only the strategy"
      remarks.append(UnleashRemark(severity: .error, text: text))
    }
    if flag.lacksStrategies {
      remarks.append(.warning("has no \"strategies\": it is on, and off for SDKs on Node"))
    }
    for strategy in flag.strategies {
      remarks += strategy.remarks.map { $0.about("strategy \"\(strategy.key)\"") }
    }
    if ([flag.variants] + flag.strategies.map(\.variants)).contains(where: \.isWithoutWeight) {
      remarks.append(
        .warning("the weights of its variants add up to 0, so no variant is selected")
      )
    }
    for dependency in flag.dependencies { remarks += warnings(about: dependency) }
    return remarks.map { Problem($0, line: flag.line, flag: flag.name.rawValue) }
  }

  /// Returns the differences between SDKs for the constraints of a segment.
  func warnings(about segment: UnleashSegment) -> [Problem] {
    segment.constraints.flatMap(\.remarks).map { remark in
      Problem(remark.about("segment \"\(segment.name)\""), line: nil, flag: nil)
    }
  }

  private func warnings(about dependency: UnleashFlag.Dependency) -> [UnleashRemark] {
    let name = dependency.flag.rawValue
    guard let parent = flag(dependency.flag) else {
      return [.warning("depends on \"\(name)\", which does not exist, so it is off")]
    }
    if !parent.dependencies.isEmpty {
      return [.warning("depends on \"\(name)\", which has dependencies itself, so it is off")]
    }
    guard !dependency.variants.isEmpty else { return [] }
    if !dependency.isEnabled {
      return [
        .warning("depends on variants of \"\(name)\" while it is off; SDKs on Node ignore them")
      ]
    }
    let known = parent.variantNames
    return dependency.variants.filter { !known.contains($0) && $0 != "disabled" }.map { variant in
      let text = "depends on the variant \"\(variant)\" of \"\(name)\", which does not exist"
      return .warning(known.isEmpty ? text + "; only SDKs on Node turn it off" : text)
    }
  }
}

extension UnleashVariants {
  fileprivate var isWithoutWeight: Bool { !list.isEmpty && buckets?.count == 0 }
}

extension Problem {
  fileprivate init(_ remark: UnleashRemark, line: Int?, flag: String?) {
    let fact = Fact.service(remark.text)
    self.init(severity: remark.severity, line: line, feature: flag, fact: fact)
  }
}
