public import Networking

/// The error of reading a source, with the name of the source.
public enum SourceError: Error, Hashable, Sendable {
  /// The file with the given path does not exist.
  case missing(String)
  /// The path is that of a folder.
  case folder(String)
  /// The source could not be read; `reason` is the error message of the system.
  case unreadable(String, reason: String)
  /// The scheme of the URL is not supported.
  case unsupported(String, scheme: String)
  /// The URL or a header is invalid, so that no request can be sent.
  case unusable(String, HTTPError)
  /// The request failed without a complete response, for example because of a timeout.
  case unreachable(String, HTTPError)
  /// The server responded with an HTTP status other than success.
  case status(String, FetchFacts)
  /// The server denies the token of the requests, so that polling pauses, and is only retried with a
  /// back-off.
  case denied(String, FetchFacts)
  /// The server responded with an error object instead of a configuration; `reason` quotes its
  /// message.
  case refused(String, reason: String, FetchFacts)
  /// The server has not responded to the first request yet.
  case pending(String)
  /// The user has cancelled the load.
  case cancelled(String)
  /// The document of the source is not a configuration; the last value describes the server's
  /// response.
  case invalid(String, ConfigurationError, FetchFacts? = nil)
}

extension SourceError {
  /// The status, timings and validators of the server's response; `nil` without a response.
  public var facts: FetchFacts? {
    switch self {
    case .status(_, let facts), .denied(_, let facts), .refused(_, _, let facts): facts
    case .invalid(_, _, let facts): facts
    case .missing, .folder, .unreadable, .unsupported, .unusable, .unreachable, .pending,
      .cancelled:
      nil
    }
  }
}

extension SourceError {
  /// Whether the server denied the credentials of the request with status 401 or 403.
  package var isDenied: Bool {
    if case .denied = self { return true }
    return facts.map { [401, 403].contains($0.status) } ?? false
  }
}

extension SourceError: CustomStringConvertible {
  /// The error message, with the name of the source.
  public var description: String {
    switch self {
    case .missing(let name): "\(name): there is no such file"
    case .folder(let name): "\(name): found a folder, expected a file"
    case .unreadable(let name, let reason): "\(name): cannot be read: \(reason)"
    case .unsupported(let name, let scheme):
      "\(name): found the scheme \(scheme), expected a file, http or https"
    case .unusable(let name, let error): "\(name): cannot be requested: \(error)"
    case .unreachable(let name, let error): "\(name): no response: \(error)"
    case .status(let name, let facts):
      "\(name): the server responded with status \(facts.status), expected 200"
    case .denied(let name, let facts):
      "\(name): the server denies the token with status \(facts.status), expected a valid token in the "
        + "header Authorization"
    case .refused(let name, let reason, let facts):
      "\(name): the server responded with status \(facts.status) and \(reason)"
    case .pending(let name): "\(name): has not responded yet"
    case .cancelled(let name): "\(name): the load was cancelled"
    case .invalid(let name, let error, _):
      if let line = error.line { "\(name):\(line): \(error)" } else { "\(name): \(error)" }
    }
  }
}

/// An error that occurred while a configuration was loaded, such as an unreadable source for which a fallback
/// is used.
public enum LoadFailure: Error, Hashable, Sendable {
  /// The source or the fallback could not be read.
  case source(SourceError)
  /// The cached configuration or the overrides file could not be read or written.
  case workspace(WorkspaceError)
}

extension LoadFailure: CustomStringConvertible {
  /// The error message, with the name of the source or file.
  public var description: String {
    switch self {
    case .source(let error): "\(error)"
    case .workspace(let error): "\(error)"
    }
  }
}
