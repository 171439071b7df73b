public import Networking

/// Why a source could not be read.
public enum SourceError: Error, Hashable, Sendable {
  /// There is no file of that name.
  case missing(String)
  /// The source is a folder.
  case folder(String)
  /// The source could not be read, for the reason that the system gave.
  case unreadable(String, reason: String)
  /// The address has a scheme that cannot be read.
  case unsupported(String, scheme: String)
  /// The address, or a header that goes with it, is such that no server can be asked.
  case unusable(String, HTTPError)
  /// The server was asked and gave no whole answer.
  case unreachable(String, HTTPError)
  /// The server answered with a status that brings no configuration.
  case status(String, FetchFacts)
  /// The server responded with an error of its own instead of a configuration; the reason has the
  /// server's words.
  case refused(String, reason: String, FetchFacts)
  /// The source has not answered yet.
  case pending(String)
  /// The source was read, and is not a configuration; with what is known of a server's answer.
  case invalid(String, ConfigurationError, FetchFacts? = nil)
}

extension SourceError {
  /// What is known of the server's answer; `nil` when there was none.
  public var facts: FetchFacts? {
    switch self {
    case .status(_, let facts), .refused(_, _, let facts): facts
    case .invalid(_, _, let facts): facts
    case .missing, .folder, .unreadable, .unsupported, .unusable, .unreachable, .pending: nil
    }
  }
}

extension SourceError: CustomStringConvertible {
  /// What happened to which source, in words.
  public var description: String {
    switch self {
    case .missing(let name): "\(name): there is no such file"
    case .folder(let name): "\(name): found a folder, wanted a file"
    case .unreadable(let name, let reason): "\(name): cannot be read: \(reason)"
    case .unsupported(let name, let scheme):
      "\(name): found the scheme \(scheme), wanted a file, http or https"
    case .unusable(let name, let error): "\(name): cannot be asked: \(error)"
    case .unreachable(let name, let error): "\(name): no answer: \(error)"
    case .status(let name, let facts):
      "\(name): the server answered \(facts.status), wanted 200"
    case .refused(let name, let reason, let facts):
      "\(name): the server responded with status \(facts.status) and \(reason)"
    case .pending(let name): "\(name): has not answered yet"
    case .invalid(let name, let error, _):
      if let line = error.line { "\(name):\(line): \(error)" } else { "\(name): \(error)" }
    }
  }
}
