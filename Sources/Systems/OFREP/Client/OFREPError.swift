package import Documents
package import Networking

/// The reason why an upstream server has returned no evaluation for a request.
package enum OFREPError: Error, Hashable, Sendable {
  /// The server responded with an error status, such as 400 with `INVALID_CONTEXT` or 404 with
  /// `FLAG_NOT_FOUND`; the error is `nil` if the body has none.
  case status(Int, OFREPEntry.ErrorObject?)
  /// The server accepts no request until the given time has passed, because it has sent `Retry-After` with
  /// status 429 or 503. No request was sent if the pause had begun before.
  case limited(Duration)
  /// The server did not respond.
  case unreachable(HTTPError)
  /// The server responded with status 200, but the body is not an evaluation.
  case invalid(DocumentError)
  /// The key cannot be a part of a URL, because it is empty, `.` or `..`; no request was sent.
  case badKey(String)

  /// Whether the server is down or overloaded, so that the last known evaluation applies.
  ///
  /// The errors 400, 401, 403 and 404 are valid responses to the request.
  package var isOutage: Bool {
    switch self {
    case .status(let status, _): status >= 500 || status == 408 || status == 429
    case .limited, .unreachable, .invalid: true
    case .badKey: false
    }
  }
}

extension OFREPError: CustomStringConvertible {
  /// The error message, with the found status or document.
  package var description: String {
    switch self {
    case .status(let status, let error):
      "the server responded with status \(status)" + (error.map { " and \($0)" } ?? "")
    case .limited(let pause):
      "too many requests: the server accepts none for \(pause.components.seconds + 1) s"
    case .unreachable(let error): "no response: \(error)"
    case .invalid(let error): "the response is not an evaluation: \(error)"
    case .badKey(let key): "\"\(key)\" cannot be the key of a flag"
    }
  }
}
