/// The result of a fetch of experiments, such as ``AscendExperiments/fetchExperiments(for:)``.
public struct ExperimentResponse: Hashable, Sendable, Codable {
  /// The fetched experiments; `nil` if there was nothing to fetch.
  public let data: [Experiment]?
  /// The error with which the server refused the request; `nil` for none.
  public let error: ExperimentResponseError?

  /// Creates a response; without arguments, the response of a fetch that had nothing to request.
  public init(data: [Experiment]? = nil, error: ExperimentResponseError? = nil) {
    self.data = data
    self.error = error
  }

  /// Whether the response contains at least one experiment.
  public var hasData: Bool { data?.isEmpty == false }
  /// Whether the server refused the request with an error object.
  public var hasError: Bool { error != nil }
  /// The first experiment of the response; `nil` if there is none.
  public var firstExperiment: Experiment? { data?.first }
}

extension ExperimentResponse: CustomStringConvertible {
  /// The number of experiments, or the error, for debugging.
  public var description: String {
    if let error { return "ExperimentResponse: \(error.text)" }
    return "ExperimentResponse: \(data.map { "\($0.count) experiments" } ?? "nothing to fetch")"
  }
}
