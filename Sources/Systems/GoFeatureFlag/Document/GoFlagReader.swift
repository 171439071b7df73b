import Documents
import FeatureFlags
import Flagd
import Targeting

/// Reads the flags of a document, and reports what the relay proxy refuses.
struct GoFlagReader {
  private(set) var problems = DocumentProblems()

  /// Reads a flag; `nil` for a value that is no flag.
  mutating func flag(_ node: Node, key: String) -> GoFlag? {
    (problems.flag, problems.line) = (key, node.line)
    guard node.members != nil else {
      problems.report(key, node, expected: "an object, so the flag is left out")
      return nil
    }
    var flag = GoFlag(key: key, line: node.line)
    flag.variations = variations(node["variations"])
    flag.targeting = rules(node["targeting"])
    flag.defaultRule = node["defaultRule"].flatMap { rule($0, at: "defaultRule") }
    flag.bucketingKey = node["bucketingKey"]?.string
    flag.window = window(node["experimentation"])
    flag.isDisabled = node["disable"]?.bool ?? false
    flag.metadata = (node["metadata"]?.members ?? []).lastByKey.map {
      FlagDefinition.Metadatum(key: $0.key, value: AttributeValue($0.node))
    }
    flag.steps = (node["scheduledRollout"]?.list ?? []).map { step($0) }
    let all = flag.steps.reduce(flag.variations) { GoFlag.merged($0, $1.variations) }
    flag.outcomes = ValueOutcomes(all)
    let own = flag.targeting + [flag.defaultRule].compactMap(\.self)
    flag.needsKey = (own + flag.steps.flatMap(\.rules)).contains(where: \.hasBuckets)
    flag.readsTime =
      !flag.steps.isEmpty || !flag.window.isEmpty || own.contains { $0.progress != nil }
    inspect(flag)
    return flag
  }

  private mutating func variations(_ node: Node?) -> [(name: String, value: VariableValue)] {
    (node?.members ?? []).lastByKey.compactMap { member in
      if let value = VariableValue(member.node), !member.node.isNull { return (member.key, value) }
      problems.report("variations.\(member.key)", member.node, expected: "a value")
      return nil
    }
  }

  private mutating func rules(_ node: Node?) -> [GoRule] {
    guard let node, !node.isNull else { return [] }
    guard let list = node.list else {
      problems.report("targeting", node, expected: "a list of rules")
      return []
    }
    return list.enumerated().compactMap { rule($1, at: "targeting[\($0)]") }
  }

  private mutating func rule(_ node: Node, at path: String) -> GoRule? {
    guard node.members != nil else {
      problems.report(path, node, expected: "a rule")
      return nil
    }
    var rule = GoRule()
    rule.name = node["name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    rule.variation = node["variation"]?.string
    rule.isDisabled = node["disable"]?.bool
    rule.percentages = percentages(node["percentage"], at: path)
    if let progress = node["progressiveRollout"], !progress.isNull {
      rule.progress = GoProgress(
        initial: phase(progress["initial"], at: path),
        end: phase(progress["end"], at: path)
      )
    }
    if let query = node["query"], !query.isNull { rule.condition = condition(query, at: path) }
    return rule
  }

  private mutating func percentages(
    _ node: Node?,
    at path: String
  ) -> [(name: String, percentage: Double)]? {
    guard let members = node?.members else { return nil }
    return GoRule.sorted(
      members.lastByKey.compactMap { member in
        if let number = member.node.number { return (member.key, number) }
        problems.report("\(path).percentage.\(member.key)", member.node, expected: "a number")
        return nil
      }
    )
  }

  private mutating func phase(_ node: Node?, at path: String) -> GoProgress.Phase {
    GoProgress.Phase(
      variation: node?["variation"]?.string,
      percentage: node?["percentage"]?.number,
      date: date(node?["date"], at: "\(path).progressiveRollout")
    )
  }

  private mutating func window(_ node: Node?) -> GoFlag.Window {
    GoFlag.Window(
      start: date(node?["start"], at: "experimentation.start"),
      end: date(node?["end"], at: "experimentation.end")
    )
  }

  private mutating func date(_ node: Node?, at path: String) -> Timestamp? {
    guard let node, !node.isNull else { return nil }
    if let date = node.string.flatMap({ Timestamp($0) }) { return date }
    problems.report(path, node, expected: "a date such as 2026-12-24T18:00:00Z")
    return nil
  }

  private mutating func step(_ node: Node) -> GoStep {
    GoStep(
      date: date(node["date"], at: "scheduledRollout"),
      variations: variations(node["variations"]),
      targeting: rules(node["targeting"]),
      defaultRule: node["defaultRule"].flatMap { rule($0, at: "scheduledRollout.defaultRule") },
      window: window(node["experimentation"]),
      isDisabled: node["disable"]?.bool
    )
  }

  private mutating func condition(_ node: Node, at path: String) -> GoCondition? {
    guard let text = node.string else {
      problems.report("\(path).query", node, expected: "a text")
      return .malformed("")
    }
    let joined = QueryParser.joined(text)
    guard !joined.isEmpty else { return nil }
    // Drops the error: a text that is not JSON is a query in the other language.
    if joined.first == "{", let logic = try? JSONReader.read(Array(joined.utf8)) {
      return .logic(JSONLogic(logic), text: joined)
    }
    if let query = QueryParser.parse(joined) { return .query(query) }
    refuse("\(path) has the query \"\(joined.excerpt)\", which cannot be parsed", line: node.line)
    return .malformed(joined)
  }
}

// MARK: What the relay proxy refuses

extension GoFlagReader {
  private mutating func refuse(_ text: String, line: Int? = nil) {
    problems.report(.service("\(text); GO Feature Flag leaves out the flag"), line: line)
  }

  private mutating func inspect(_ flag: GoFlag) {
    if flag.variations.isEmpty { refuse("has no variations") }
    if ValueOutcomes(flag.variations).isMixed { refuse("has variations of different types") }
    let names = Set(flag.outcomes.list.map(\.variation.rawValue))
    if let rule = flag.defaultRule {
      inspect(rule, "defaultRule", names)
    } else {
      refuse("has no defaultRule")
    }
    var seen: Set<String> = []
    for (index, rule) in flag.targeting.enumerated() where rule.isDisabled != true {
      let path = "targeting[\(index)]"
      if rule.condition == nil { refuse("\(path) has no query") }
      if let name = rule.name, !seen.insert(name).inserted {
        refuse("has two rules with the name \"\(name.excerpt)\"")
      }
      inspect(rule, path, names)
    }
  }

  private mutating func inspect(_ rule: GoRule, _ path: String, _ names: Set<String>) {
    let phases = rule.progress.map { [$0.initial, $0.end] } ?? []
    let used =
      [rule.variation].compactMap(\.self) + (rule.percentages ?? []).map(\.name)
      + phases.compactMap(\.variation)
    for name in used where !names.contains(name) {
      refuse("\(path) has the variation \"\(name.excerpt)\", which the flag has not")
    }
    if let percentages = rule.percentages, rule.progress == nil {
      if percentages.isEmpty {
        refuse("\(path) has no percentages")
      } else if percentages.reduce(0, { $0 + $1.percentage }) == 0 {
        refuse("\(path) has percentages of 0")
      }
    }
    if phases.count == 2, let start = phases[0].percentage, let end = phases[1].percentage,
      end < start
    {
      refuse("\(path) has a progressive roll-out whose end is below its start")
    }
    if rule.progress == nil, rule.percentages == nil, rule.variation == nil {
      refuse("\(path) has no variation")
    }
  }
}
