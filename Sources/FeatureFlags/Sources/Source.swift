/// Where a configuration comes from.
public protocol Source: Sendable {
  /// The name of the source, for people: a path, an address.
  var name: String { get }

  /// Reads the document of the source, without looking into it.
  ///
  /// - Throws: The reason, if it cannot be read.
  func read() async throws(SourceError) -> [UInt8]
}

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
  /// The source was read, and is not a configuration.
  case invalid(String, ConfigurationError)
}

extension SourceError: CustomStringConvertible {
  /// What happened to which source, in words.
  public var description: String {
    switch self {
    case .missing(let name): "\(name): there is no such file"
    case .folder(let name): "\(name): found a folder, wanted a file"
    case .unreadable(let name, let reason): "\(name): cannot be read: \(reason)"
    case .unsupported(let name, let scheme):
      "\(name): found the scheme \(scheme), wanted a file"
    case .invalid(let name, let error):
      if let line = error.line { "\(name):\(line): \(error)" } else { "\(name): \(error)" }
    }
  }
}
