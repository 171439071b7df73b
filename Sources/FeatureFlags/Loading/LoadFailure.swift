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
