import FeatureFlags
import Targeting

/// The variants that a rule can return.
struct RuleResults {
  /// The default variant of the flag.
  private let standard: String?
  /// The first different names, at most ``RuleResults/nameLimit``.
  private(set) var names: [String] = []
  /// Whether a branch returns the default variant by its name.
  private(set) var hasStandard = false
  /// The number of branches that return them.
  private(set) var branchCount = 0
  /// Whether a branch returns null, for which the default applies.
  private(set) var hasNull = false
  /// Whether the user determines the result, so that it can be any text.
  private(set) var isOpen = false

  /// The number of names that a message lists.
  private static let nameLimit = 5

  /// Collects the variants of a rule, with the default variant of its flag.
  init(of rule: Rule, default standard: String?) {
    self.standard = standard
    add(rule)
  }

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
    if let standard, name.isSameText(as: standard) { hasStandard = true }
    if names.count < Self.nameLimit, !names.contains(where: { $0.isSameText(as: name) }) {
      names.append(name)
    }
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

  /// The only variant that is served; `nil` if there can be several.
  var single: String? {
    guard !isOpen, branchCount > 1, names.count <= 1 else { return nil }
    guard hasNull else { return names.first }
    return names.isEmpty || hasStandard ? standard : nil
  }
}

extension RuleInspection {
  /// Warns of a default variant that the targeting replaces for everyone, and of branches that all give the
  /// same variant.
  mutating func inspectResults(of flag: FlagdDocument.Flag, _ rule: Rule) {
    guard !flag.isDisabled else { return }
    let standard = flag.defaultIndex.map { flag.outcomes[$0].variation.rawValue }
    let results = RuleResults(of: rule, default: standard)
    if let standard, !results.isOpen, !results.hasNull, !results.hasStandard {
      let names = results.names.map { "\"\($0.excerpt)\"" }.joined(separator: ", ")
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
    if let name = RuleResults(of: rule, default: standard).single {
      return warn("all branches give the variant \"\(name.excerpt)\"", at: rule)
    }
    for index in operands.indices where index % 2 == 1 || index == operands.count - 1 {
      inspectBranches(of: operands[index], standard)
    }
  }
}
