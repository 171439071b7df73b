import Documents
import FeatureFlags
import Targeting

/// Reads the flags and cohorts of definitions, and reports what SDKs cannot evaluate.
struct PostHogReader {
  private(set) var problems = DocumentProblems()

  /// The maximum depth of nested groups of filters.
  private static let depthLimit = 50

  /// Reads a flag; `nil` for an entry without a key and for a deleted flag.
  mutating func flag(_ node: Node, number: Int) -> PostHogFlag? {
    guard let key = node["key"]?.string else {
      (problems.flag, problems.line) = ("#\(number)", node.line)
      problems.report("key", node["key"], expected: "a text, so the flag is left out")
      return nil
    }
    (problems.flag, problems.line) = (key, node.line)
    guard node["deleted"]?.bool != true else { return nil }
    let filters = node["filters"]
    var flag = PostHogFlag(key: key, line: node.line)
    flag.id = node["id"]?.number.flatMap { Int(exactly: $0) }
    flag.title = node["name"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    flag.isActive = node["active"]?.bool ?? false
    let identifier = filters?["bucketing_identifier"] ?? node["bucketing_identifier"]
    flag.bucketsByDevice = identifier?.string == "device_id"
    flag.groupIndex = index(filters?["aggregation_group_type_index"])
    flag.exitsEarly = filters?["early_exit"]?.bool ?? false
    for variant in filters?["multivariate"]?["variants"]?.list ?? [] {
      guard let key = variant["key"]?.string else { continue }
      let start = flag.variants.last?.end ?? 0
      let percentage = variant["rollout_percentage"]?.number ?? 0
      flag.variants.append(.init(key: key, start: start, end: start + percentage / 100))
    }
    flag.payloads = payloads(filters?["payloads"])
    flag.conditions = (filters?["groups"]?.list ?? []).map { condition($0) }
    if node["ensure_experience_continuity"]?.bool == true {
      flag.serverReason = "the flag keeps the experience of each person"
      problems.report(.service("keeps the experience of each person, so SDKs ask PostHog"))
    }
    for part in ["super_groups", "holdout_groups", "holdout"]
    where filters?[part].map({ !$0.isNull && $0.list?.isEmpty != true }) ?? false {
      problems.report(.service("has \(part), which only PostHog evaluates"))
    }
    return flag
  }

  private func index(_ node: Node?) -> Int? { node?.number.flatMap { Int(exactly: $0) } }

  private func payloads(_ node: Node?) -> [String: String] {
    var payloads: [String: String] = [:]
    for member in node?.members ?? [] where !member.node.isNull {
      payloads[member.key] = member.node.string ?? JSONValue(member.node)?.text()
    }
    return payloads
  }

  private mutating func condition(_ node: Node) -> PostHogFlag.Condition {
    PostHogFlag.Condition(
      filters: (node["properties"]?.list ?? []).map { filter($0, isInCohort: false, depth: 0) },
      percentage: node["rollout_percentage"]?.number,
      variant: node["variant"]?.string,
      groupIndex: index(node["aggregation_group_type_index"])
    )
  }

  /// Reads the filters of a cohort.
  mutating func cohort(_ node: Node) -> PostHogFilter { group(node, depth: 0) }

  private mutating func group(_ node: Node, depth: Int) -> PostHogFilter {
    guard let members = node.members else { return .malformed("a cohort is no object") }
    guard !members.isEmpty, let values = node["values"] else { return .group(isAll: true, []) }
    guard let list = values.list, depth < Self.depthLimit else {
      return .malformed("a cohort has no list of values")
    }
    guard let type = node["type"]?.string, type == "AND" || type == "OR" else {
      return list.isEmpty ? .group(isAll: true, []) : .malformed("a cohort is neither AND nor OR")
    }
    let filters = list.map { entry in
      entry["values"] == nil && entry.members?.isEmpty != true
        ? filter(entry, isInCohort: true, depth: depth + 1) : group(entry, depth: depth + 1)
    }
    return .group(isAll: type == "AND", filters)
  }

  private mutating func filter(_ node: Node, isInCohort: Bool, depth: Int) -> PostHogFilter {
    guard node.members != nil else { return .malformed("a filter is no object") }
    let filter = positive(node)
    return isInCohort && node["negation"]?.bool == true ? .not(filter) : filter
  }

  private mutating func positive(_ node: Node) -> PostHogFilter {
    let (value, spelling) = (node["value"], node["operator"]?.string)
    switch node["type"]?.string {
    case "cohort":
      let id = value.map { AttributeValue($0).unquoted } ?? ""
      return .cohort(id, isNegated: spelling == "not_in")
    case "flag":
      return .flag(
        PostHogDependency(
          key: node["key"]?.string ?? "",
          value: spelling == "flag_evaluates_to" && node["key"]?.string != nil
            ? value.flatMap { $0.isNull ? nil : AttributeValue($0) } : nil,
          chain: (node["dependency_chain"]?.list ?? []).compactMap(\.string)
        )
      )
    default:
      guard let key = node["key"]?.string else { return .malformed("a filter has no key") }
      return .property(
        PostHogProperty(
          key: key,
          value: value.map { AttributeValue($0) } ?? .null,
          spelling: spelling ?? "exact"
        )
      )
    }
  }
}
