public import FeatureFlags

/// Why bytes are not a datafile.
public enum DatafileError: Error, Hashable, Sendable {
  /// The bytes are not JSON, or a field is missing or not as it should be.
  case invalid(ConfigurationError)
  /// The datafile has another version than 4.
  case version(found: String, line: Int?)

  /// The line of the text, from 1, where there is one to name.
  public var line: Int? {
    switch self {
    case .invalid(let error): error.line
    case .version(_, let line): line
    }
  }
}

extension DatafileError: CustomStringConvertible {
  /// What was found and what was wanted, in words.
  public var description: String { "\(ConfigurationError(self))" }
}

extension ConfigurationError {
  /// A datafile's error in the words of all configurations.
  package init(_ error: DatafileError) {
    switch error {
    case .invalid(let error): self = error
    case .version(let found, let line):
      self = .unexpected(path: "version", line: line, found: "\"\(found)\"", wanted: "\"4\"")
    }
  }
}
