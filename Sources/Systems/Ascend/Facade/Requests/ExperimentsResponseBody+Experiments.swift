import Documents
import FeatureFlags
import FoundationEssentials

extension ExperimentsResponseBody {
  /// Parses the experiments of a response; a random id replaces a missing experiment id.
  ///
  /// - Parameters:
  ///   - bytes: The body of the response.
  ///   - status: The HTTP status of the response.
  /// - Returns: The experiments, in the order of the response.
  /// - Throws: `malformed` with the line, or `refused` with the error of the server.
  static func experiments(
    in bytes: [UInt8],
    status: Int
  ) throws(ExperimentsError) -> [Experiment] {
    let body = try mapError(ExperimentsResponseBody(bytes: bytes)) { (error: DocumentError) in
      ExperimentsError.malformed(error.line.map { "line \($0): \(error)" } ?? "\(error)")
    }
    if let problem = body.problem {
      throw .refused(message: problem.message, code: problem.code, status: status)
    }
    return body.items.map(Experiment.init)
  }
}

extension Experiment {
  fileprivate init(_ item: ExperimentsResponseBody.Item) {
    let variables = item.variant?.variables ?? []
    self.init(
      experimentId: item.id ?? UUID().uuidString,
      userIdentifierType: "user_id",
      status: item.status,
      variables: ExperimentVariable(named: variables.map { ($0.key, $0.value, $0.dataType) }),
      experimentKey: item.key ?? "",
      variantName: item.variantName ?? ""
    )
  }
}
