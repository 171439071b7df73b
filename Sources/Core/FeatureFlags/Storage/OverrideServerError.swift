import Documents
public import Networking

/// The error of fetching overrides from a server.
public enum OverrideServerError: Error, Hashable, Sendable {
  /// The URL or the token is invalid, so that no request can be sent.
  case invalidRequest(HTTPError)
  /// The request failed without a complete response, for example because of a timeout.
  case unreachable(HTTPError)
  /// The server responded with status 401; `hasToken` is whether the request had a token.
  case unauthorized(hasToken: Bool)
  /// The server responded with an HTTP status other than success.
  case status(Int)
  /// The response is not a document of overrides.
  case malformed(DocumentError)
}

extension OverrideServerError {
  /// An instruction for the user to resolve the error: an imperative sentence without a full stop.
  var remedy: String {
    switch self {
    case .invalidRequest(.badHeader): "correct \(OverrideLocator.tokenVariable)"
    case .invalidRequest: "correct the URL"
    case .unreachable: "check that the server runs and that the URL is correct"
    case .unauthorized: "set \(OverrideLocator.tokenVariable) to the token of the server"
    case .status, .malformed: "check that the URL is that of a Halyard server"
    }
  }

  /// Returns the error message, which begins with the URL of the overrides without its secrets.
  func description(of url: String) -> String {
    let variable = OverrideLocator.tokenVariable
    switch self {
    case .invalidRequest(.badHeader):
      return "\(url): cannot be requested: found characters in \(variable) that a header cannot"
        + " contain, expected a token"
    case .invalidRequest(let error): return "\(url): cannot be requested: \(error)"
    case .unreachable(let error): return "\(url): no response: \(error)"
    case .unauthorized(hasToken: false):
      return "\(url): found status 401, expected 200: the server requires a token, and \(variable)"
        + " is not set"
    case .unauthorized(hasToken: true):
      return "\(url): found status 401, expected 200: the server does not accept the token of"
        + " \(variable)"
    case .status(let status): return "\(url): found status \(status), expected 200"
    case .malformed(let error): return error.description(in: url)
    }
  }
}
