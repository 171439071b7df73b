/// What came of a fetch.
public struct ExperimentResponse: Hashable, Sendable {
  /// What the server has against a request.
  public struct Problem: Hashable, Sendable {
    /// The server's words; `nil` if it gave none.
    public let message: String?

    /// Makes a problem.
    public init(message: String?) {
      self.message = message
    }
  }

  /// The experiments that were fetched; `nil` where there was nothing to fetch.
  public let data: [Experiment]?
  /// What the server has against the request.
  public let error: Problem?

  /// Makes a response; without arguments, that of a fetch with nothing to do.
  public init(data: [Experiment]? = nil, error: Problem? = nil) {
    self.data = data
    self.error = error
  }

  /// Whether there are experiments.
  public var hasData: Bool { data?.isEmpty == false }
  /// Whether the server has something against the request.
  public var hasError: Bool { error != nil }
  /// The first experiment; `nil` if there is none.
  public var firstExperiment: Experiment? { data?.first }
}
