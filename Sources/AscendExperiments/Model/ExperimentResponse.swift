/// The result of ``AscendExperiments/fetchExperiments(for:)``.
public struct ExperimentResponse: Hashable, Sendable, Codable {
  /// The fetched experiments; `nil` if there was nothing to fetch.
  public let data: [Experiment]?
  /// The error with which the server refused the request.
  public let error: ExperimentResponseError?

  /// Makes a response; without arguments, the response of a fetch without experiments.
  public init(data: [Experiment]? = nil, error: ExperimentResponseError? = nil) {
    self.data = data
    self.error = error
  }

  /// Whether there are experiments.
  public var hasData: Bool { data?.isEmpty == false }
  /// Whether the server refused the request.
  public var hasError: Bool { error != nil }
  /// The first experiment; `nil` if there is none.
  public var firstExperiment: Experiment? { data?.first }
}

extension ExperimentResponse: CustomStringConvertible {
  /// The number of experiments, or the error.
  public var description: String {
    if let error { return "ExperimentResponse: \(error.text)" }
    return "ExperimentResponse: \(data.map { "\($0.count) experiments" } ?? "nothing to fetch")"
  }
}
