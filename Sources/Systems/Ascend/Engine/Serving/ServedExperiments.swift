package import Documents
import FeatureFlags
package import FlagSystem

/// Generates the responses that Ascend clients read, with the overrides applied.
///
/// The experiments are those of an Ascend response of the source; overridden variables have the
/// forced value and the type tag of the source. Features of any other source become experiments
/// with the same keys, evaluated for the user of the request: the logged-in user, or else the guest.
package struct ServedExperiments: Sendable {
  private let state: ServedState

  /// Creates the response generator of a state.
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
    var data = received?.data ?? EditedObject()
    data["experiment_map"] = .list(experiments)
    var document = received?.document ?? EditedObject([("data", .null), ("error", .null)])
    document["data"] = data.json
    return Array(document.json.text().utf8)
  }

  private typealias Received = (
    document: EditedObject, data: EditedObject, experiments: [EditedObject]
  )

  /// Parses the response of an Ascend server; returns `nil` for a document of another source.
  private static func received(_ bytes: [UInt8]) -> Received? {
    guard let document = EditedObject(bytes, of: .ascend()),
      let data = EditedObject(document["data"]), let list = data["experiment_map"]?.list
    else { return nil }
    return (document, data, list.compactMap { EditedObject($0) })
  }

  /// Returns the requested experiments of a response with overrides, and the overridden features
  /// that the response does not have.
  private func edited(
    _ experiments: [EditedObject],
    _ request: ExperimentsRequest
  ) -> [JSONValue] {
    let requested = Set(request.keys.map(Feature.Name.init(rawValue:)))
    let overridden = state.features.filter { $0.isOverridden && requested.contains($0.name) }
    let byName = Dictionary(overridden.map { ($0.name, $0) }) { first, _ in first }
    var listed: Set<Feature.Name> = []
    let received = experiments.compactMap { object -> JSONValue? in
      guard let key = object["experiment_key"]?.string else { return nil }
      let name = Feature.Name(rawValue: key)
      guard requested.contains(name) else { return nil }
      listed.insert(name)
      guard let feature = byName[name], let override = feature.override else { return object.json }
      var experiment = EditedExperiment(object)
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
