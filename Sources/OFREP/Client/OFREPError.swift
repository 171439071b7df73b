package import Documents
package import Networking

/// The reason why an upstream server has no evaluation for a request.
package enum OFREPError: Error, Hashable, Sendable {
  /// The server responded with an error status, such as 400 with `INVALID_CONTEXT` or 404 with
  /// `FLAG_NOT_FOUND`; the error is `nil` if the body has none.
  case status(Int, OFREPEntry.ErrorObject?)
  /// The server accepts no request before the given time has passed (status 429 or 503 with
  /// `Retry-After`); no request was sent if the pause was known.
  case limited(Duration)
  /// The server did not respond.
  case unreachable(HTTPError)
  /// The server responded with status 200, but not with an evaluation.
  case invalid(DocumentError)
  /// No request can contain the key: the key is empty, `.` or `..`.
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
      "the server accepts no request for \(pause.components.seconds + 1) s"
    case .unreachable(let error): "no response: \(error)"
    case .invalid(let error): "the response is not an evaluation: \(error)"
    case .badKey(let key): "\"\(key)\" cannot be the key of a flag"
    }
  }
}
