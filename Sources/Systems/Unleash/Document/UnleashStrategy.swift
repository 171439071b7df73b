import Documents
import FeatureFlags
import Targeting

/// An activation strategy of a flag: it holds for a user who matches its rule and meets all of its
/// constraints and segments.
struct UnleashStrategy: Sendable {
  let name: String
  /// The title that the author of the strategy has chosen; `nil` if there is none.
  let title: String?
  /// The name by which an override refers to the strategy; unique in the flag.
  private(set) var key: String
  let rule: StrategyRule
  let constraints: [UnleashConstraint]
  let segmentIDs: [Int]
  var variants: UnleashVariants
  /// The prefix that is hashed with the user's value (`groupId`); `nil` for the name of the flag.
  let group: String?
  /// The reason why SDKs turn the whole flag off; `nil` if the strategy can be compiled.
  let defect: String?
  /// The warnings about the strategy for the user of Halyard.
  let remarks: [String]

  init(_ fields: some DocumentFields) throws(DocumentError) {
    name = try fields.text("name")
    title = try fields.optionalText("title").flatMap { $0.isEmpty ? nil : $0 }
    key = title ?? name
    constraints = try fields.objects("constraints", of: UnleashConstraint.init)
    var ids: Set<Int> = []
    segmentIDs = try fields.scalars("segments").compactMap { Int($0) }
      .filter { ids.insert($0).inserted }
    var remarks = constraints.flatMap(\.remarks)
    if try fields.optionalFlag("disabled") ?? false {
      remarks.append("SDKs ignore \"disabled\", and evaluate the strategy; servers leave it out")
    }
    let constraintDefect = constraints.lazy.compactMap(\.defect).first
    let parameters = try fields.value("parameters").map { value throws(DocumentError) in
      do throws(DocumentError) { return try value.fields() } catch {
        throw error.inside("parameters")
      }
    }
    let stickiness = Stickiness(try parameters?.optionalScalar("stickiness"))
    group = try parameters?.optionalScalar("groupId")
    variants = try UnleashVariants(fields, of: (stickiness, group))
    var compiler = RuleCompiler(name: name, parameters: parameters, stickiness: stickiness)
    rule = try compiler.rule()
    remarks += compiler.remarks
    if let own = variants.list.first?.stickiness, Stickiness(own) != stickiness {
      remarks.append(
        "the variants of the strategy are sticky on \"\(own)\", which only SDKs on Node obey"
      )
    }
    self.remarks = remarks
    defect = constraintDefect ?? compiler.defect
  }

  /// Appends a number to the key if an earlier strategy of the flag has the same key.
  ///
  /// - numbers: The last number that was used for each key.
  mutating func number(in numbers: inout [String: Int]) {
    let first = key
    var number = numbers[first, default: 0] + 1
    while number > 1, numbers["\(first) \(number)"] != nil { number += 1 }
    numbers[first] = number
    guard number > 1 else { return }
    key = "\(first) \(number)"
    numbers[key] = 1
  }
}

/// The rule of a strategy without its constraints, compiled when the document is parsed.
enum StrategyRule: Sendable {
  case everyone
  case users(TextList)
  /// A percentage of the users, who are bucketed by the hash of a context field.
  case rollout(percent: Int, Stickiness)
  /// A percentage of the calls, chosen at random.
  case random(percent: Int)
  case addresses([IPRange])
  /// The host names of the app for which the strategy holds, in lower case.
  case hosts([String])
  /// A custom strategy, which only the code of an app can evaluate.
  case custom
  /// The rule matches no user, for the given reason.
  case never(String)
}

extension StrategyRule {
  /// Whether the rule matches only a part of the users or calls, between 0 and 100 %.
  var isSplit: Bool {
    switch self {
    case .rollout(let percent, _), .random(let percent): 1..<100 ~= percent
    case .everyone, .users, .addresses, .hosts, .custom, .never: false
    }
  }
}

extension UnleashStrategy {
  /// Whether the strategy selects users by constraints, segments or a list.
  var isTargeted: Bool {
    switch rule {
    case .users, .addresses, .hosts: true
    case .everyone, .rollout, .random, .custom, .never:
      !constraints.isEmpty || !segmentIDs.isEmpty
    }
  }
}

/// Compiles the rule of a strategy from its parameters, which may be strings or numbers.
private struct RuleCompiler<Fields: DocumentFields> {
  let name: String
  let parameters: Fields?
  let stickiness: Stickiness
  var remarks: [String] = []
  /// The reason why SDKs turn the whole flag off; `nil` if the rule can be compiled.
  var defect: String?

  mutating func rule() throws(DocumentError) -> StrategyRule {
    switch name {
    case "default": return .everyone
    case "userWithId":
      return try list("userIds").map { .users(TextList($0)) } ?? missing("userIds")
    case "flexibleRollout": return try rollout("rollout", stickiness)
    case "gradualRolloutUserId", "gradualRolloutSessionId":
      guard try parameters?.optionalScalar("groupId") != nil else { return missing("groupId") }
      let field = name == "gradualRolloutUserId" ? ContextField.userID : .sessionID
      return try rollout("percentage", .field(field))
    case "gradualRolloutRandom":
      return try share("percentage") { .random(percent: min($0, 100)) }
    case "remoteAddress":
      guard let addresses = try list("IPs") else { return missing("IPs") }
      if addresses.contains(where: { $0.utf8.contains(UInt8(ascii: ":")) }) {
        remarks.append("SDKs on Node skip the IPv6 addresses of the strategy")
      }
      return .addresses(ConstraintCheck.parsed(ranges: addresses, &remarks))
    case "applicationHostname":
      return .hosts(try list("hostNames")?.map { $0.lowercased() } ?? [])
    default: return .custom
    }
  }

  private func list(_ parameter: StaticString) throws(DocumentError) -> [String]? {
    try parameters?.optionalScalar(parameter)?
      .split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
  }

  private mutating func missing(_ parameter: StaticString) -> StrategyRule {
    never("the parameter \"\(parameter)\" is missing")
  }

  private mutating func never(_ reason: String) -> StrategyRule {
    remarks.append("\(reason), so no user meets the strategy; SDKs on Node differ")
    return .never(reason)
  }

  /// Reads a percentage, and creates the rule with it; a value that is not a whole number matches no
  /// user.
  private mutating func share(
    _ parameter: StaticString,
    _ rule: (Int) -> StrategyRule
  ) throws(DocumentError) -> StrategyRule {
    guard let text = try parameters?.optionalScalar(parameter) else { return missing(parameter) }
    guard let percent = Int(text), percent >= 0 else {
      return never("\"\(parameter)\" is \"\(text)\", expected a whole number")
    }
    return rule(percent)
  }

  private mutating func rollout(
    _ parameter: StaticString,
    _ stickiness: Stickiness
  ) throws(DocumentError) -> StrategyRule {
    var isTooLarge = false
    let rule = try share(parameter) { percent in
      isTooLarge = percent > 100
      return .rollout(percent: percent, stickiness)
    }
    guard isTooLarge else { return rule }
    let reason = "\"\(parameter)\" is above 100"
    defect = reason
    return .never(reason)
  }
}
