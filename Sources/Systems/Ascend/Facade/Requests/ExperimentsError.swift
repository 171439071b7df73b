import Documents
import FeatureFlags
public import FoundationEssentials
public import Networking

/// The error of a failed fetch of experiments.
public enum ExperimentsError: Error, Hashable, Sendable {
  /// The experiments plugin has no configuration: the app has not called ``Ascend/getPlugin(_:)``.
  case notConfigured
  /// The base URL and the endpoint do not form a valid URL.
  case badAddress(String)
  /// The server responded with an error object: its message and code, if any, and the HTTP status.
  case refused(message: String?, code: String? = nil, status: Int? = nil)
  /// The server responded with an HTTP status other than success.
  case status(Int)
  /// The request failed without a complete response, such as by a timeout.
  case noAnswer(HTTPError)
  /// The response cannot be parsed; the associated text is the reason, with the line.
  case malformed(String)
  /// All attempts failed; the associated values are their number and the last error.
  indirect case exhausted(attempts: Int, last: ExperimentsError)
}

extension ExperimentsError: CustomStringConvertible {
  /// The error message, which completion handlers receive.
  public var description: String {
    switch self {
    case .notConfigured: "Configuration error: the plugin is not configured"
    case .badAddress: "Configuration error: Invalid API URL"
    case .refused(let message, let code, _):
      (message.map { "Configuration error: \($0)" } ?? "Unknown API error")
        + (code.map { " (code \($0))" } ?? "")
    case .status(let status): Self.text(for: status)
    case .noAnswer(let error): "Network error: \(error)"
    case .malformed(let reason): "Serialization error: \(reason)"
    case .exhausted(_, let last): "Maximum retry attempts exceeded: \(last)"
    }
  }

  private static func text(for status: Int) -> String {
    switch status {
    case 401: "Authentication failed"
    case 403: "Permission denied"
    case 404: "Resource not found"
    case 429: "Rate limited"
    case 500...599: "Server error: \(status)"
    default: "HTTP error: \(status)"
    }
  }
}

extension ExperimentsError: LocalizedError {
  /// The error message, the same as `description`; `localizedDescription` also returns it.
  public var errorDescription: String? { description }
}

extension ExperimentsError {
  /// Whether the failure is transient, so that a retry can succeed.
  var isTransient: Bool {
    switch self {
    case .status(let status): status == 429 || (500...599).contains(status)
    case .noAnswer(let error): error.isTransient
    case .notConfigured, .badAddress, .refused, .malformed, .exhausted: false
    }
  }
}

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
  fileprivate init(_ item: ExperimentsResponseBody.ReceivedExperiment) {
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
