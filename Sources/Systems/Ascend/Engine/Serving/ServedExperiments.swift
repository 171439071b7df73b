package import Documents
import FeatureFlags
package import FlagSystem
import Networking

/// Generates the responses that Ascend clients read, with the overrides applied.
///
/// If the source is an Ascend response, the experiments are taken from it, and an overridden variable
/// keeps the `data_type` of the source. Features of any other source become experiments with the same
/// keys, evaluated for the user of the request: the logged-in user, or else the guest.
package struct ServedExperiments: Sendable {
  private let state: ServedState

  /// Creates a generator that serves the features and overrides of the given state.
  package init(_ state: ServedState) {
    self.state = state
  }

  /// Returns the body of the response to a `POST` request at `/v1/allocations` or
  /// `/v1/users/experiments`.
  ///
  /// The response contains the requested experiments only; unknown keys are omitted.
  ///
  /// - Parameter body: The JSON body of the request, with `experiment_keys`.
  /// - Returns: The JSON body of the response.
  /// - Throws: The error of a malformed body, to be reported with status 400.
  package func response(to body: [UInt8]) throws(DocumentError) -> [UInt8] {
    let request = try ExperimentsRequest(body)
    let received = state.document.flatMap(Self.received)
    let experiments =
      received.map { edited($0.experiments, request) } ?? projected(request.keys, request)
    var data = received?.data ?? .object([])
    data["experiment_map"] = .list(experiments)
    var document = received?.document ?? .object([("data", .null), ("error", .null)])
    document["data"] = data
    return Array(document.text().utf8)
  }

  private typealias Received = (document: JSONValue, data: JSONValue, experiments: [JSONValue])

  /// Parses the response of an Ascend server; returns `nil` for a document of another source.
  private static func received(_ bytes: [UInt8]) -> Received? {
    guard let document = JSONValue(bytes, of: .ascend()), let data = document["data"],
      let list = data["experiment_map"]?.list
    else { return nil }
    return (document, data, list)
  }

  /// Returns the requested experiments of the received response with overrides applied, followed by the
  /// overridden features that are missing in that response.
  private func edited(
    _ experiments: [JSONValue],
    _ request: ExperimentsRequest
  ) -> [JSONValue] {
    let requested = Set(request.keys.map(Feature.Name.init(rawValue:)))
    let context = request.context(state.context)
    let overridden = state.features.filter { requested.contains($0.name) }.map { feature in
      var feature = feature
      feature.selectOverride(for: context)
      return feature
    }
    .filter(\.isOverridden)
    let byName = Dictionary(overridden.map { ($0.name, $0) }) { first, _ in first }
    var listed: Set<Feature.Name> = []
    let received = experiments.compactMap { json -> JSONValue? in
      guard let key = json["experiment_key"]?.string else { return nil }
      let name = Feature.Name(rawValue: key)
      guard requested.contains(name) else { return nil }
      listed.insert(name)
      guard let feature = byName[name], let override = feature.override else { return json }
      var experiment = EditedExperiment(json: json)
      experiment.apply(override, of: feature)
      return experiment.json
    }
    let missing = request.keys.filter { key in
      let name = Feature.Name(rawValue: key)
      return byName[name] != nil && !listed.contains(name)
    }
    return received + projected(missing, request)
  }

  private func projected(_ keys: [String], _ request: ExperimentsRequest) -> [JSONValue] {
    let requested = Set(keys.map(Feature.Name.init(rawValue:)))
    let features = state.features.filter { requested.contains($0.name) && !$0.isRemoved }
    guard !features.isEmpty else { return [] }
    return state.features(features, in: request.context(state.context))
      .map { EditedExperiment(projecting: $0).json }
  }
}

/// The body of a request for experiments, as the Ascend SDK sends it.
struct ExperimentsRequest {
  /// The keys of the requested experiments, in the order of the request.
  let keys: [String]
  /// The id of the logged-in user, or else the stable id of the guest; `nil` if the request has
  /// neither.
  let user: String?
  let attributes: [String: AttributeValue]

  /// Parses the body.
  ///
  /// - Throws: The syntax error, or a missing field or a field of the wrong type with its path; only
  ///   `experiment_keys` is required.
  init(_ body: [UInt8]) throws(DocumentError) {
    let fields = try FieldReader(try JSONReader.read(body, as: .json))
    keys = try fields.texts("experiment_keys")
    let ids = [try fields.optionalText("user_id"), try fields.optionalText("stable_id")]
    user = ids.compactMap(\.self).first { !$0.isEmpty }
    attributes = try fields.optionalValues("attributes", of: AttributeValue.init) ?? [:]
  }

  /// Returns the user for whom the experiments are evaluated.
  ///
  /// If the request has no id, or the id of the default user `base`, this is `base` with the attributes
  /// of the request added. Otherwise it is a user with the attributes of the request only.
  func context(_ base: EvaluationContext) -> EvaluationContext {
    guard let user, user != base.targetingKey else {
      var context = base
      context.attributes.merge(attributes) { _, new in new }
      return context
    }
    return EvaluationContext(targetingKey: user, attributes: attributes)
  }
}

/// The routes that clients of Ascend call.
enum AscendRoutes {
  @Sendable
  static func all(_ source: ServedSource) -> [SystemRoute] {
    [
      SystemRoute(
        "ascend",
        .all(.post, "/v1/allocations", "/v1/users/experiments"),
        .response(failure: "the body is not a request for experiments") {
          request throws(DocumentError) in
          try ServedExperiments(source.state()).response(to: request.body)
        }
      )
    ]
  }
}
