package import Documents
package import FeatureFlags
import Targeting

/// The parsed flag definitions of PostHog, as SDKs with local evaluation load them.
package struct PostHogDocument: Sendable {
  /// The flags, in the order of the document.
  let flags: [PostHogFlag]
  private let indexes: [String: Int]
  /// The names of the group types, by their indexes.
  let groupTypes: [Int: String]
  /// The filters of the cohorts, by their ids.
  let cohorts: [String: PostHogFilter]
  /// The problems of the document, in the order of detection.
  package let problems: [Problem]

  /// Parses the definitions from the bytes of JSON.
  ///
  /// - Throws: The reason why the definitions cannot be read.
  package init(bytes: [UInt8]) throws(DocumentError) {
    let document = try DocumentGrammar.postHog.read(bytes)
    do throws(DocumentError) { try self.init(document.node, document.findings) } catch {
      throw document.explaining(error)
    }
  }

  private init(_ node: Node, _ findings: [DocumentFinding]) throws(DocumentError) {
    guard let list = node["flags"]?.list else {
      throw .unexpected(
        path: "flags",
        line: node.line,
        found: node["flags"]?.kind ?? "nothing",
        expected: "a list of flags"
      )
    }
    guard list.count <= InputLimit.features.maximum else {
      throw .limit(.features, found: list.count, line: node.line)
    }
    var reader = PostHogReader()
    var flags: [PostHogFlag] = []
    var indexes: [String: Int] = [:]
    for (number, entry) in list.enumerated() {
      guard let flag = reader.flag(entry, number: number + 1) else { continue }
      if let index = indexes[flag.key] {
        flags[index] = flag
      } else {
        indexes[flag.key] = flags.count
        flags.append(flag)
      }
    }
    (self.flags, self.indexes) = (flags, indexes)
    let types = (node["group_type_mapping"]?.members ?? []).compactMap { member in
      Int(member.key).flatMap { index in member.node.string.map { (index, $0) } }
    }
    groupTypes = Dictionary(types) { $1 }
    let cohorts = (node["cohorts"]?.members ?? []).map { ($0.key, reader.cohort($0.node)) }
    self.cohorts = Dictionary(cohorts) { $1 }
    var problems = reader.problems
    problems.insert(findings)
    self.problems = problems.list
  }

  func flag(_ key: String) -> PostHogFlag? { indexes[key].map { flags[$0] } }

  /// The names of the flags that depend on other flags.
  var dependents: [Feature.Name] {
    flags.filter { flag in
      flag.conditions.contains {
        $0.filters.contains { if case .flag = $0 { true } else { false } }
      }
    }
    .map { Feature.Name(rawValue: $0.key) }
  }

  /// Whether a document has the definitions of PostHog.
  static func isLikely(_ document: Node) -> Bool {
    guard let flags = document["flags"]?.list else { return false }
    if flags.isEmpty { return document["group_type_mapping"] != nil }
    return flags.contains { $0["key"]?.string != nil && $0["filters"]?.members != nil }
  }
}

extension DocumentGrammar {
  /// The grammar of flag definitions of PostHog.
  package static let postHog = DocumentGrammar(
    readers: "SDKs of PostHog",
    root: MemberTable(
      "group_type_mapping cohorts minimal_flag_called_events",
      ["flags": .flags(.postHogFlag)]
    )
  )
}

extension MemberTable {
  private static let condition = MemberTable(
    "rollout_percentage variant aggregation_group_type_index description sort_key users_affected",
    [
      "properties": .objects(
        MemberTable(
          "key value operator type negation dependency_chain group_type_index label cohort_name"
        )
      )
    ]
  )
  private static let variants = MemberTable("key name rollout_percentage")
  private static let filters = MemberTable(
    """
    payloads aggregation_group_type_index early_exit super_groups holdout_groups holdout \
    bucketing_identifier
    """,
    [
      "groups": .objects(condition),
      "multivariate": .objects(MemberTable("", ["variants": .objects(variants)])),
    ]
  )
  fileprivate static let postHogFlag = MemberTable(
    """
    id key name version team_id active deleted ensure_experience_continuity bucketing_identifier \
    rollout_percentage has_encrypted_payloads evaluation_runtime evaluation_tags has_experiment
    """,
    ["filters": .objects(filters)]
  )
}
