import Documents
import FeatureFlags
import Targeting

/// Reports parts of rules that fail, that have no effect, or that other implementations of flagd
/// evaluate differently.
struct RuleInspection {
  private(set) var problems: DocumentProblems
  /// The beginning of each message: the name of the inspected shared rule, or empty for the targeting of
  /// a flag.
  private var prefix = ""

  init(_ problems: DocumentProblems) { self.problems = problems }

  mutating func inspectShared(_ rule: Rule, name: String) {
    (problems.flag, problems.line) = (nil, nil)
    prefix = "shared rule \"\(name.excerpt)\": "
    inspect(rule)
  }

  /// Inspects the targeting of a flag, but not the shared rules to which it refers.
  mutating func inspect(_ flag: FlagdDocument.Flag) {
    guard let rule = flag.rule else { return }
    (problems.flag, problems.line) = (flag.key, flag.line)
    prefix = ""
    inspect(rule)
    inspectResults(of: flag, rule)
    var results: [Rule] = []
    Self.collectResults(of: rule, into: &results)
    // For a few names a linear search is cheaper than a set.
    let names = flag.outcomes.count > 16 ? Set(flag.outcomes.map(\.variation.rawValue)) : nil
    for result in results {
      guard let value = result.value, !value.isNull else { continue }
      let name = value.variantName
      if !(names?.contains(name) ?? flag.outcomes.contains { $0.variation.rawValue == name }) {
        warn(ofUnknown: value, at: result, among: flag.outcomes)
      } else if case .number = value {
        warn("returns the number \(value); engines differ in its text, use a text", at: result)
      }
    }
  }

  private mutating func warn(
    ofUnknown value: AttributeValue,
    at rule: Rule,
    among outcomes: [ServiceVariation]
  ) {
    let owner = outcomes.prefix(16).first { outcome in
      outcome.variables.contains { $0.value.description == value.unquoted }
    }
    let hint = owner.map { ", but the value of the variant \"\($0.variation)\"" } ?? ""
    warn("returns \(value.excerpt), which is no variant\(hint)", at: rule, isError: true)
  }

  mutating func warn(_ text: String, at rule: Rule, isError: Bool = false) {
    let severity = isError ? Problem.Severity.error : .warning
    problems.report(.service(prefix + text), line: rule.line, severity: severity)
  }

  private mutating func inspect(_ rule: Rule) {
    // A shared rule is inspected once, by `inspectShared`, and not at each of its references.
    guard rule.reference == nil else { return }
    switch rule.kind {
    case .invalid(let reason): warn("\(reason): the evaluation fails", at: rule, isError: true)
    case .operation(let name, let operands): inspect(name, operands, at: rule)
    case .spread(let name, _): inspectExtension(name, at: rule)
    case .value, .list, .variable: break
    }
    rule.kind.forEachOperand { inspect($0) }
  }

  private mutating func inspectExtension(_ name: Operator, at rule: Rule) {
    guard name.isExtension else { return }
    warn("\"\(name.rawValue)\" exists only in the flagd daemon; other providers fail", at: rule)
  }

  private mutating func inspect(_ name: Operator, _ operands: [Rule], at rule: Rule) {
    inspectExtension(name, at: rule)
    if let defect = Self.defect(of: name, operands) {
      warn("\"\(name.rawValue)\" returns null: \(defect)", at: rule)
    }
    switch name {
    case .cat: inspectTexts(operands.map(\.value), at: rule)
    case .isIn:
      if operands.count == 2, operands[1].value?.isText == true, let part = operands[0].value,
        !part.isText
      {
        warn("\"in\" finds \(part.kind) in a text, expected a text: the evaluation fails", at: rule)
      }
    case .identical, .unidentical:
      if let value = operands.compactMap(\.value).first(where: \.isStructure) {
        warn("\"\(name.rawValue)\" compares \(value.kind), which is never equal", at: rule)
      }
    default: break
    }
  }

  private mutating func inspectTexts(_ values: [AttributeValue?], at rule: Rule) {
    if values.contains(where: { $0?.bool != nil }) {
      warn("\"cat\" joins a Boolean: the evaluation fails", at: rule)
    }
    guard values.count > 1 else { return }
    let (first, last) = (values[0]?.unquoted ?? "", (values.last ?? nil)?.unquoted ?? "")
    let isSpace = { (scalar: Unicode.Scalar?) in scalar?.properties.isWhitespace == true }
    if isSpace(first.unicodeScalars.first) || isSpace(last.unicodeScalars.last) {
      warn("\"cat\" begins or ends with white space, which only the daemon removes", at: rule)
    }
  }
}

// MARK: Results

extension RuleInspection {
  /// Collects the constants that a rule can return, without those of shared rules.
  private static func collectResults(of rule: Rule, into results: inout [Rule]) {
    guard rule.reference == nil else { return }
    switch rule.kind {
    case .value: results.append(rule)
    case .operation(.conditional, let operands), .operation(.ternary, let operands):
      for index in operands.indices where index % 2 == 1 || index == operands.count - 1 {
        collectResults(of: operands[index], into: &results)
      }
    case .operation(.fractional, let operands):
      for operand in operands {
        if case .list(let parts) = operand.kind, let first = parts.first {
          collectResults(of: first, into: &results)
        } else if case .list(let parts)? = operand.value, let first = parts.first {
          results.append(Rule(.value(first), line: operand.line))
        }
      }
    case .list, .variable, .operation, .spread, .invalid: break
    }
  }
}

extension RuleInspection {
  /// Returns the reason why an operator returns null for every user; `nil` if there is no such reason.
  static func defect(of name: Operator, _ operands: [Rule]) -> String? {
    switch name {
    case .startsWith, .endsWith:
      guard operands.count == 2 else { return countDefect(operands, expected: 2) }
      let other = operands.first { $0.value?.isText == false }
      return other?.value.map { "found \($0.kind), expected texts" }
    case .semVer: return versionDefect(operands)
    case .fractional:
      let isKeyed = operands.first.map { $0.entry == nil } ?? false
      let entries = operands.dropFirst(isKeyed ? 1 : 0).map { $0.entry ?? $0.value ?? unknown }
      return RuleEvaluation.defect(ofEntries: entries)
    default: return nil
    }
  }

  /// A placeholder for a fractional entry whose content depends on the user.
  private static let unknown = AttributeValue.list([""])

  private static func versionDefect(_ operands: [Rule]) -> String? {
    guard operands.count == 3 else { return countDefect(operands, expected: 3) }
    if let value = operands[1].value, !comparisons.contains(value.unquoted) {
      return "found \(value), expected one of \(comparisons.joined(separator: " "))"
    }
    for operand in [operands[0], operands[2]] {
      if let value = operand.value, value.version == nil { return "\(value) is not a version" }
    }
    return nil
  }

  private static func countDefect(_ operands: [Rule], expected: Int) -> String {
    "the number of operands is \(operands.count), expected \(expected)"
  }

  private static let comparisons = ["=", "!=", "<", "<=", ">", ">=", "^", "~"]
}

extension Rule {
  /// The rule as an entry of `fractional`, with placeholders for the parts that depend on the user;
  /// `nil` if the rule is not a list.
  fileprivate var entry: AttributeValue? {
    switch kind {
    case .list(let parts):
      .list(parts.enumerated().map { $1.value ?? ($0 == 0 ? "" : 1) })
    case .value(.list): value
    case .value, .variable, .operation, .spread, .invalid: nil
    }
  }
}

/// The variants that a rule can return, collected to warn of unused or identical results.
struct RuleResults {
  /// The default variant of the flag.
  private let standard: String?
  /// The distinct names of the returned variants, at most ``RuleResults/nameLimit``.
  private(set) var names: [String] = []
  /// Whether a branch returns the default variant by its name.
  private(set) var hasStandard = false
  /// The number of branches that return a constant, including null.
  private(set) var branchCount = 0
  /// Whether a branch returns null, which selects the default variant.
  private(set) var hasNull = false
  /// Whether the result depends on the user in a way that the inspection cannot enumerate.
  private(set) var isOpen = false

  /// The maximum number of names that a message lists.
  private static let nameLimit = 5

  /// Collects the results of a rule; `standard` is the default variant of its flag.
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
    // A user without a value to hash gets the default variant.
    hasNull = true
    for operand in operands {
      if case .list(let parts) = operand.kind, let first = parts.first {
        add(first)
      } else if case .list(let parts)? = operand.value, let first = parts.first {
        add(first)
      }
    }
  }

  /// The only variant that the rule can return; `nil` if it can return several, or has fewer than two
  /// branches.
  var single: String? {
    guard !isOpen, branchCount > 1, names.count <= 1 else { return nil }
    guard hasNull else { return names.first }
    return names.isEmpty || hasStandard ? standard : nil
  }
}

extension RuleInspection {
  /// Warns if the targeting never returns the default variant, and if all branches return the same
  /// variant.
  private mutating func inspectResults(of flag: FlagdDocument.Flag, _ rule: Rule) {
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
