public import FeatureFlags

/// Why a keeper could not be brought up to date.
public enum RemoteConfigError: Error, Hashable, Sendable {
  /// The source could not be read.
  case source(SourceError)
  /// The document of the source, by its name, is not what the keeper reads.
  case document(String, RemoteDocumentError)
}

extension RemoteConfigError: CustomStringConvertible {
  /// What happened to which source, in words.
  public var description: String {
    switch self {
    case .source(let error): "\(error)"
    case .document(let name, let error):
      if let line = error.line { "\(name):\(line): \(error)" } else { "\(name): \(error)" }
    }
  }
}

/// Why bytes are no remote values, or no template of them.
public enum RemoteDocumentError: Error, Hashable, Sendable {
  /// The bytes are not JSON.
  case notJSON(ConfigurationError)
  /// The document is JSON, but of another kind.
  case wrongKind(line: Int?, found: String, wanted: String)

  /// The line of the text, from 1, where there is one to name.
  public var line: Int? {
    switch self {
    case .notJSON(let error): error.line
    case .wrongKind(let line, _, _): line
    }
  }

  static func node(_ bytes: [UInt8]) throws(RemoteDocumentError) -> Node {
    do throws(ConfigurationError) { return try JSONReader.read(bytes) } catch {
      throw .notJSON(error)
    }
  }
}

extension RemoteDocumentError: CustomStringConvertible {
  /// What was found and what was wanted, in words.
  public var description: String {
    switch self {
    case .notJSON(let error): "\(error)"
    case .wrongKind(_, let found, let wanted): "found \(found), wanted \(wanted)"
    }
  }
}
