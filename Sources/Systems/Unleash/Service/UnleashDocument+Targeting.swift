import Documents
import FeatureFlags
import Targeting

extension UnleashDocument {
  /// Returns the targeting of a flag as text, to compare two documents.
  ///
  /// The text has the dependencies, the strategies and the variants.
  func targetingText(of flag: UnleashFlag) -> String {
    let parts =
      flag.dependencies.map(\.text) + flag.strategies.map(text) + flag.variants.list.map(\.text)
    return parts.joined(separator: "; ")
  }

  /// Describes the users for whom a strategy holds.
  func audience(of strategy: UnleashStrategy) -> String {
    let parts =
      [strategy.rule.text.excerpt] + strategy.constraints.map(\.title)
      + strategy.segmentIDs.map { "segment \(segmentName($0))" }
    return parts.joined(separator: " and ")
  }

  private func text(of strategy: UnleashStrategy) -> String {
    let names = strategy.segmentIDs.map { id in
      segments[id].map { segment in
        ["segment \(segment.name)"] + segment.constraints.map(\.text)
      } ?? ["segment \(id)"]
    }
    let parts =
      [strategy.rule.text] + (strategy.group.map { ["group \($0)"] } ?? [])
      + strategy.constraints.map(\.text) + names.joined() + strategy.variants.list.map(\.text)
    return "strategy \(strategy.key): " + parts.joined(separator: ", ")
  }
}

extension UnleashFlag.Dependency {
  fileprivate var text: String {
    "needs \(flag.rawValue) \(isEnabled ? "on" : "off")"
      + (variants.isEmpty ? "" : " with \(variants.joined(separator: ", "))")
  }
}

extension UnleashConstraint {
  fileprivate var text: String {
    "\(field.name) \(isInverted ? "not " : "")\(operatorName)\(ignoresCase ? " in any case" : "") "
      + values.joined(separator: ", ")
  }
}

extension StrategyRule {
  fileprivate var text: String {
    switch self {
    case .everyone: "everyone"
    case .users(let users): "users " + users.values.joined(separator: ", ")
    case .rollout(let percent, .usual): "\(percent) %"
    case .rollout(let percent, .random): "\(percent) % at random"
    case .rollout(let percent, .field(let field)): "\(percent) % by \(field.name)"
    case .random(let percent): "\(percent) % at random"
    case .addresses(let ranges): "addresses " + ranges.map(\.description).joined(separator: ", ")
    case .hosts(let hosts): "hosts " + hosts.joined(separator: ", ")
    case .custom: "decided by the app"
    case .never(let reason): reason
    }
  }
}

extension UnleashVariant {
  fileprivate var text: String {
    let overrides = overrides.map { " for \($0.field.name) \($0.values.joined(separator: ", "))" }
    return "variant \(name) \(weight)" + overrides.joined()
  }
}
