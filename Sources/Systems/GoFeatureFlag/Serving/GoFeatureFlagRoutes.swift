import Documents
import FeatureFlags
package import FlagSystem
import Networking
import Targeting

/// The routes that the providers of GO Feature Flag call.
enum GoFeatureFlagRoutes {
  @Sendable
  static func all(_ source: ServedSource) -> [SystemRoute] {
    [
      SystemRoute(
        "goff",
        .all(.post, "/v1/flag/configuration"),
        .document(
          SystemDocument("goff") { state, _ throws(ServedDocumentError) in
            try ServedGoFeatureFlag(state).document
          }
        )
      ),
      SystemRoute(
        "goff",
        .all(.get, "/v1/flag/change"),
        .document(
          SystemDocument("goff-changes") { state, _ throws(ServedDocumentError) in
            try ServedGoFeatureFlag(state).changes
          }
        )
      ),
      SystemRoute(
        "goff",
        .all(.post, "/v1/data/collector"),
        .report(failure: "the body has no events", status: 200) { request throws(DocumentError) in
          SDKReport(counts: try GoFeatureFlagEvents(bytes: request.body).counts)
        }
      ),
    ]
  }
}

/// The evaluations that a provider reports.
struct GoFeatureFlagEvents {
  let counts: [EvaluationCounts]

  /// Parses the body of a request, and skips events of other kinds, such as those of tracking.
  ///
  /// - Throws: An error with the path and the line of a missing or malformed field.
  init(bytes: [UInt8]) throws(DocumentError) {
    let fields = try FieldReader(try JSONReader.read(bytes, as: .json))
    let events = try fields.list("events") { event throws(DocumentError) in try FieldReader(event) }
    var evaluations: [(flag: String, value: Node?, variant: String?)] = []
    for event in events where try event.optionalText("kind") ?? "feature" == "feature" {
      guard let key = try event.optionalText("key") else { continue }
      evaluations.append((key, event.value("value"), try event.optionalText("variation")))
    }
    counts = EvaluationCounts.counts(of: evaluations)
  }
}

/// Generates the document with which the providers of GO Feature Flag apply the overrides of a tester.
package struct ServedGoFeatureFlag {
  /// The response of a relay proxy with the flags.
  package let document: [UInt8]
  private let hashes: [(key: String, hash: UInt32)]

  /// Generates the document for a state.
  ///
  /// - Parameter state: The features with their overrides, and the document of the source.
  /// - Throws: An error if the source has no document of GO Feature Flag.
  package init(_ state: ServedState) throws(ServedDocumentError) {
    var tree = JSONTree(try state.json(of: .goFeatureFlag))
    // Drops the error: the document was parsed before.
    let isResponse =
      (try? JSONReader.read(tree.bytes)).map(GoFeatureFlagDocument.isResponse) ?? false
    if !isResponse { tree = JSONTree(members: [("flags", tree)]) }
    let forced = state.scopedResults
    tree["flags"]?.update { key, flag in
      for scoped in forced[Feature.Name(rawValue: key)] ?? [] {
        GoFlagEditor(scoped.scope).edit(&flag, scoped.result)
      }
    }
    if tree["evaluationContextEnrichment"] == nil { tree["evaluationContextEnrichment"] = [:] }
    document = tree.bytes
    hashes = (tree["flags"]?.members ?? []).map { key, flag in
      (key, FNV1a.hash(String(decoding: flag.bytes, as: UTF8.self)))
    }
  }

  /// The hashes by which SDKs notice a change, of all flags and of each flag.
  var changes: [UInt8] {
    let all = FNV1a.hash(hashes.map { "\($0.key) \($0.hash)" }.joined(separator: "\n"))
    let flags = JSONValue.object(hashes.map { ($0.key, .integer(Int($0.hash))) })
    return Array(JSONValue.object([("hash", .integer(Int(all))), ("flags", flags)]).text().utf8)
  }
}

/// Edits one flag for the users of one override.
///
/// For everyone, the forced variation is that of the default rule, and all conditions are removed. For single
/// users, a rule in front of the others selects it.
private struct GoFlagEditor {
  /// The query that only the users of the override meet; `nil` for everyone.
  private let query: JSONTree?
  private let isExpressible: Bool

  init(_ scope: OverrideScope) {
    query = scope.query
    isExpressible = scope.isExpressible
  }

  func edit(_ flag: inout JSONTree, _ result: ForcedResult) {
    guard isExpressible else { return }
    switch result {
    case .variant(let name): pin(name, &flag)
    case .value(let value):
      let names = Set((flag["variations"]?.members ?? []).map(\.key))
      var name = "halyard"
      while names.contains(name) { name += "-" }
      if flag["variations"] == nil { flag["variations"] = [:] }
      flag["variations"]?[.key(name)] = JSONTree(value.json)
      pin(name, &flag)
    case .appDefault: if query == nil { flag["disable"] = true }
    case .enabled:
      guard query == nil else { return }
      flag["disable"] = nil
      flag["experimentation"] = nil
    case .rules: break
    }
  }

  private func pin(_ variation: String, _ flag: inout JSONTree) {
    guard let query else {
      for field in ["targeting", "scheduledRollout", "experimentation", "disable", "bucketingKey"] {
        flag[.key(field)] = nil
      }
      flag["defaultRule"] = ["variation": .string(variation)]
      return
    }
    let rule: JSONTree = ["query": query, "variation": .string(variation)]
    flag["targeting"] = JSONTree(elements: [rule] + (flag["targeting"]?.elements ?? []))
  }
}

extension OverrideScope {
  /// Whether a query can select the users of the scope: a variable with a dot in its name is a path.
  var isExpressible: Bool {
    if case .attribute(let name, _) = self { !name.contains(".") && !name.isEmpty } else { true }
  }

  /// The query in JSON logic that only the users of the scope meet; `nil` for everyone.
  fileprivate var query: JSONTree? {
    let condition: JSONTree
    switch self {
    case .everyone: return nil
    case .key(let key, _): condition = ["===": [["var": "targetingKey"], .string(key)]]
    case .attribute(let name, let value):
      condition = ["===": [["var": .string(name)], JSONTree(value.json)]]
    }
    return .string(String(decoding: condition.bytes, as: UTF8.self))
  }
}
