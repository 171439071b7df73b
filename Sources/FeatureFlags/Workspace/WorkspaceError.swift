/// Why a workspace could not be read or written.
public enum WorkspaceError: Error, Hashable, Sendable {
  /// A file could not be read, for the reason that the system gave.
  case unreadable(path: String, reason: String)
  /// A file could not be written, for the reason that the system gave.
  case unwritable(path: String, reason: String)
  /// A file was edited into something that is not what the workspace keeps; it is left alone.
  case malformed(path: String, ConfigurationError)
}

extension WorkspaceError {
  /// What a user can do about the error, as an imperative sentence without a full stop.
  public var remedy: String {
    switch self {
    case .unreadable: "make the file readable"
    case .unwritable: "make its folder writable"
    case .malformed: "correct the file, or delete it to reset everything in it"
    }
  }
}

extension WorkspaceError: CustomStringConvertible {
  /// What happened to which file, in words.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
    case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
    case .malformed(let path, let error): "\(SourceError.invalid(path, error))"
    }
  }
}
