import Documents
import FeatureFlags
package import FlagSystem
import Networking
import Targeting

import struct FoundationEssentials.Data

/// The routes that SDKs of PostHog call.
enum PostHogRoutes {
  @Sendable
  static func all(_ source: ServedSource) -> [SystemRoute] {
    let forced = ForcedDocument(source) { state, _ throws(ServedDocumentError) in
      try ServedPostHog(state)
    }
    let definitions = forced.document("posthog") { $0.document }
    return [
      SystemRoute(
        "posthog",
        .all(.get, "/flags/definitions", "/api/feature_flag/local_evaluation")
          + .all(.get, "/api/feature_flag/local_evaluation/"),
        definitions
      ),
      SystemRoute(
        "posthog",
        .all(.post, "/flags/", "/flags", "/decide/", "/decide"),
        evaluation(forced)
      ),
      SystemRoute(
        "posthog",
        .all(.post, "/e/", "/batch/", "/capture/", "/i/v0/e/", "/batch"),
        token: .none,
        isForwarded: true,
        .report(failure: "the body has no events", status: 200) { request throws(DocumentError) in
          SDKReport(counts: try PostHogEvents(bytes: request.body).counts)
        }
      ),
      SystemRoute(
        "posthog",
        .all(.get, below: "/array/", "/static/", "/api/surveys", "/api/early_access_features")
          + .all(.post, below: "/s/", "/engage/"),
        token: .none,
        isForwarded: true,
        .fixed(status: 200, body: #"{"status": 1}"#)
      ),
    ]
  }

  /// Evaluates all flags for the person of a request.
  private static func evaluation(_ forced: ForcedDocument<ServedPostHog>) -> SystemRoute.Handler {
    .results(failure: "the body has no person", isReported: false) {
      request throws(DocumentError) in
      let fields = try FieldReader(try JSONReader.read(PostHogEvents.body(request.body), as: .json))
      var attributes: [String: AttributeValue] = [:]
      for name in ["person_properties", "groups", "group_properties", "device_id"] {
        if let value = fields.value(name) ?? fields.value("$" + name) {
          attributes["$" + name] = AttributeValue(value)
        }
      }
      if let person = attributes.removeValue(forKey: "$person_properties") {
        attributes["person_properties"] = person
      }
      let key = try fields.text("distinct_id")
      let keys = try fields.optionalTexts("flag_keys_to_evaluate").map(Set.init)
      let context = EvaluationContext(targetingKey: key, attributes: attributes)
      let isOld = request.path.hasPrefix("/decide")
      return UserResults(for: context) { () throws(ServedDocumentError) in
        try forced.get().results(for: context, keys, isOld: isOld)
      }
    }
  }
}

/// The evaluations in the events of an SDK.
struct PostHogEvents {
  let counts: [EvaluationCounts]

  /// Parses the body of a request, and skips events of other kinds.
  ///
  /// - Throws: An error with the path and the line of a malformed field.
  init(bytes: [UInt8]) throws(DocumentError) {
    let body = try JSONReader.read(Self.body(bytes), as: .json)
    let events = (body["batch"]?.list ?? body.list ?? [body]).filter {
      $0["event"]?.string == "$feature_flag_called"
    }
    counts = EvaluationCounts.counts(
      of: events.compactMap { event in
        guard let properties = event["properties"], let key = properties["$feature_flag"]?.string
        else { return nil }
        let response = properties["$feature_flag_response"]
        return (key, response, response?.string)
      }
    )
  }

  /// Returns the JSON of a body, which SDKs of browsers send as Base64 in the form field `data`.
  static func body(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("data=") else { return bytes }
    let escapes = [("%2B", "+"), ("%2F", "/"), ("%3D", "=")]
    let encoded = escapes.reduce(String(text.dropFirst(5))) { $0.replacing($1.0, with: $1.1) }
    return Data(base64Encoded: encoded).map(Array.init) ?? bytes
  }
}

/// Generates the definitions with which SDKs of PostHog apply the overrides of a tester.
package struct ServedPostHog: Sendable {
  /// The definitions for local evaluation.
  package let document: [UInt8]
  private let evaluator: PostHogEvaluator
  /// The flags with overrides, also with those that definitions cannot express.
  private let forced: ForcedFeatures

  /// Generates the definitions for a state.
  ///
  /// - Parameter state: The features with their overrides, and the document of the source.
  /// - Throws: An error if the source has no definitions of PostHog.
  package init(_ state: ServedState) throws(ServedDocumentError) {
    var tree = JSONTree(try state.json(of: .postHog))
    guard let evaluator = state.evaluator(as: PostHogEvaluator.self) else {
      throw .noDocument(expected: DocumentKind.postHog.name)
    }
    let forced = state.scopedResults
    tree["flags"]?.update { _, flag in
      guard let key = flag["key"]?.string else { return }
      for scoped in forced[Feature.Name(rawValue: key)] ?? [] {
        PostHogEditor.edit(&flag, scoped)
      }
    }
    (document, self.evaluator) = (tree.bytes, evaluator)
    self.forced = ForcedFeatures(state.features.filter { !$0.overrides.isEmpty })
  }

  /// Evaluates the flags for a person, as the response of PostHog.
  ///
  /// - Parameters:
  ///   - context: The person.
  ///   - keys: The flags to evaluate; `nil` for all.
  ///   - isOld: Whether the response has the form of `/decide`.
  /// - Returns: The number of flags, and the body of the response.
  func results(
    for context: EvaluationContext,
    _ keys: Set<String>?,
    isOld: Bool
  ) -> (count: Int, bytes: [UInt8]) {
    let flags = evaluator.document.flags.filter { keys?.contains($0.key) ?? true }
    var evaluation = PostHogEvaluation(
      evaluator.document,
      PostHogPerson(context),
      at: evaluator.time,
      forcing: forced.features(for: context)
    )
    var results: [(flag: PostHogFlag, name: String, json: JSONValue)] = []
    for flag in flags {
      evaluation.run.restart()
      let own = evaluation.forcedValue(of: flag.key)
      let value = own ?? evaluation.value(of: flag, isForcedOn: evaluation.isForcedOn(flag.key))
      guard case .decided(let name, let condition) = value else { continue }
      let reason =
        own == nil
        ? flag.reason(of: value) : (code: "condition_match", description: "Halyard override")
      results.append((flag, name, Self.json(flag, name, condition, reason)))
    }
    let rest: [(key: String, value: JSONValue)] = [
      ("errorsWhileComputingFlags", .bool(results.count < flags.count)),
      ("requestId", .string("halyard")),
    ]
    let body =
      isOld
      ? Self.oldMembers(results) : [("flags", .object(results.map { ($0.flag.key, $0.json) }))]
    return (flags.count, Array(JSONValue.object(body + rest).text().utf8))
  }

  /// The results in the form of `/decide`: the values and the payloads.
  private static func oldMembers(
    _ results: [(flag: PostHogFlag, name: String, json: JSONValue)]
  ) -> [(key: String, value: JSONValue)] {
    let payloads = results.compactMap { flag, name, _ in
      name == "false" ? nil : flag.payloads[name].map { (flag.key, JSONValue.string($0)) }
    }
    return [
      ("featureFlags", .object(results.map { ($0.flag.key, value($0.name)) })),
      ("featureFlagPayloads", .object(payloads)),
    ]
  }

  private static func value(_ name: String) -> JSONValue {
    switch name {
    case "true": .bool(true)
    case "false": .bool(false)
    default: .string(name)
    }
  }

  private static func json(
    _ flag: PostHogFlag,
    _ name: String,
    _ condition: Int?,
    _ reason: (code: String, description: String)
  ) -> JSONValue {
    let isOn = name != "false"
    return .object([
      ("key", .string(flag.key)), ("enabled", .bool(isOn)),
      ("variant", isOn && name != "true" ? .string(name) : .null),
      (
        "reason",
        .object([
          ("code", .string(reason.code)), ("description", .string(reason.description)),
          ("condition_index", condition.map(JSONValue.integer) ?? .null),
        ])
      ),
      (
        "metadata",
        .object([
          ("id", .integer(flag.id ?? 0)), ("version", .integer(1)),
          ("payload", .text(isOn ? flag.payloads[name] : nil)),
        ])
      ),
    ])
  }
}

/// Edits one definition for the users of one override.
private enum PostHogEditor {
  static func edit(_ flag: inout JSONTree, _ scoped: ScopedResult) {
    if scoped.result == .enabled { return turnOn(&flag, for: scoped.scope) }
    guard let value = scoped.result.value else { return }
    guard scoped.scope != .everyone else { return pin(value, &flag) }
    guard value != "false", let property = scoped.scope.property else { return }
    let condition = self.condition(value, [property])
    if flag["filters"] == nil { flag["filters"] = [:] }
    let others = flag["filters"]?["groups"]?.elements ?? []
    flag["filters"]?["groups"] = JSONTree(elements: [condition] + others)
  }

  /// Adds a last condition that all users of a scope meet, so that each of them has a variant.
  private static func turnOn(_ flag: inout JSONTree, for scope: OverrideScope) {
    if scope == .everyone {
      flag["active"] = true
      flag["ensure_experience_continuity"] = false
      flag["filters"]?["early_exit"] = nil
    }
    let last = condition("true", [scope.property].compactMap(\.self))
    let others = flag["filters"]?["groups"]?.elements ?? []
    flag["filters"]?["groups"] = JSONTree(elements: others + [last])
  }

  /// Forces a value for everyone: one condition without filters, or an inactive flag.
  private static func pin(_ value: String, _ flag: inout JSONTree) {
    guard value != "false" else { return flag["active"] = false }
    flag["active"] = true
    flag["ensure_experience_continuity"] = false
    if flag["filters"] == nil { flag["filters"] = [:] }
    flag["filters"]?["groups"] = JSONTree(elements: [condition(value, [])])
    flag["filters"]?["aggregation_group_type_index"] = nil
  }

  private static func condition(_ value: String, _ properties: [JSONTree]) -> JSONTree {
    var condition: JSONTree = [
      "properties": JSONTree(elements: properties), "rollout_percentage": 100,
    ]
    if value != "true" { condition["variant"] = .string(value) }
    return condition
  }
}

extension OverrideScope {
  /// The filter that only the users of the scope meet; `nil` for everyone.
  fileprivate var property: JSONTree? {
    switch self {
    case .everyone: nil
    case .key(let key, _): Self.filter("distinct_id", .string(key))
    case .attribute(let name, let value): Self.filter(name, JSONTree(value.json))
    }
  }

  private static func filter(_ key: String, _ value: JSONTree) -> JSONTree {
    ["key": .string(key), "value": value, "operator": "exact", "type": "person"]
  }
}
