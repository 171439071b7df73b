/// What came of a fetch.
public struct ExperimentResponse: Hashable, Sendable {
  /// The error with which a server refuses a request.
  public struct Problem: Hashable, Sendable {
    /// The server's words; `nil` if it gave none.
    public let message: String?
    /// The server's code for the error, a number as text; `nil` if it gave none.
    public let code: String?

    /// Makes a problem.
    public init(message: String?, code: String? = nil) {
      self.message = message
      self.code = code
    }

    /// The error in words, such as `the error "unknown project" (code 17)`.
    var words: String {
      let error = message.map { "the error \"\($0)\"" } ?? "an error without a message"
      return error + (code.map { " (code \($0))" } ?? "")
    }
  }

  /// The experiments that were fetched; `nil` where there was nothing to fetch.
  public let data: [Experiment]?
  /// The error with which the server refused the request.
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
