import FeatureFlags
import Targeting

/// The variants that a rule can return.
struct RuleResults {
  /// The names, without repetition.
  private(set) var names: [String] = []
  /// The number of branches that return them.
  private(set) var branchCount = 0
  /// Whether a branch returns null, for which the default applies.
  private(set) var hasNull = false
  /// Whether the user determines the result, so that it can be any text.
  private(set) var isOpen = false

  init(of rule: Rule) { add(rule) }

  private mutating func add(_ rule: Rule) {
    switch rule.kind {
    case .value(let value): add(value)
    case .operation(.conditional, let operands), .operation(.ternary, let operands):
      addBranches(operands)
    case .operation(.fractional, let operands): addDistribution(operands)
    case .list, .variable, .operation, .spread, .invalid: isOpen = true
    }
  }

  private mutating func add(_ value: AttributeValue) {
    branchCount += 1
    guard !value.isNull else {
      hasNull = true
      return
    }
    let name = value.variantName
    if !names.contains(where: { $0.isSameText(as: name) }) { names.append(name) }
  }

  private mutating func addBranches(_ operands: [Rule]) {
    for index in stride(from: 0, to: operands.count - 1, by: 2) {
      let condition = operands[index].value
      if condition == false || condition == .null { continue }
      add(operands[index + 1])
      if condition == true { return }
    }
    if operands.count.isMultiple(of: 2) {
      add(AttributeValue.null)
    } else {
      add(operands[operands.count - 1])
    }
  }

  private mutating func addDistribution(_ operands: [Rule]) {
    // A user without the hashed value gets the default.
    hasNull = true
    for operand in operands {
      if case .list(let parts) = operand.kind, let first = parts.first {
        add(first)
      } else if case .list(let parts)? = operand.value, let first = parts.first {
        add(first)
      }
    }
  }

  /// The only variant that is served, with the given default; `nil` if there can be several.
  func single(default name: String?) -> String? {
    guard !isOpen, branchCount > 1 else { return nil }
    guard hasNull else { return names.count == 1 ? names[0] : nil }
    guard let name, names.allSatisfy({ $0.isSameText(as: name) }) else { return nil }
    return name
  }
}

extension RuleInspection {
  /// Warns of a default variant that the targeting replaces for everyone, and of branches that all give the
  /// same variant.
  mutating func inspectResults(of flag: FlagdDocument.Flag, _ rule: Rule) {
    guard !flag.isDisabled else { return }
    let standard = flag.defaultIndex.map { flag.outcomes[$0].variation.rawValue }
    let results = RuleResults(of: rule)
    let isReplaced =
      !results.isOpen && !results.hasNull
      && !results.names.contains { standard?.isSameText(as: $0) ?? true }
    if let standard, isReplaced {
      let names = results.names.prefix(5).map { "\"\($0.excerpt)\"" }.joined(separator: ", ")
      warn(
        "the default variant \"\(standard)\" is never served: the targeting returns \(names)",
        at: rule
      )
    }
    inspectBranches(of: rule, standard)
  }

  private mutating func inspectBranches(of rule: Rule, _ standard: String?) {
    let operands: [Rule]
    switch rule.kind {
    case .operation(.conditional, let own), .operation(.ternary, let own): operands = own
    case .operation, .value, .list, .variable, .spread, .invalid: return
    }
    if let name = RuleResults(of: rule).single(default: standard) {
      return warn("all branches give the variant \"\(name.excerpt)\"", at: rule)
    }
    for index in operands.indices where index % 2 == 1 || index == operands.count - 1 {
      inspectBranches(of: operands[index], standard)
    }
  }
}
