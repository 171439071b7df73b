public import FeatureFlags

/// Why bytes are not a datafile.
public enum DatafileError: Error, Hashable, Sendable {
  /// The bytes are not JSON.
  case notJSON(ConfigurationError)
  /// The datafile has another version than 4.
  case version(found: String, line: Int?)
  /// A field is missing or not as it should be; the path is such as `experiments[2].status`.
  case field(path: String, line: Int?, found: String, wanted: String)

  /// The line of the text, from 1, where there is one to name.
  public var line: Int? {
    switch self {
    case .notJSON(let error): error.line
    case .version(_, let line), .field(_, let line, _, _): line
    }
  }

  init(_ error: ConfigurationError) {
    guard case .unexpected(let path, let line, let found, let wanted) = error else {
      self = .notJSON(error)
      return
    }
    self = .field(path: path, line: line, found: found, wanted: wanted)
  }
}

extension DatafileError: CustomStringConvertible {
  /// What was found and what was wanted, in words.
  public var description: String {
    switch self {
    case .notJSON(let error): "\(error)"
    case .version(let found, _): "\"version\" is \"\(found)\", wanted \"4\""
    case .field("", _, let found, let wanted): "found \(found), wanted \(wanted)"
    case .field(let path, _, let found, let wanted):
      "\"\(path)\": found \(found), wanted \(wanted)"
    }
  }
}
