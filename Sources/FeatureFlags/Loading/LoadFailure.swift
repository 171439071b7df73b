/// An error of loading a configuration for which a fallback was used.
public enum LoadFailure: Error, Hashable, Sendable {
  /// A source, or the fallback, could not be read.
  case source(SourceError)
  /// The cached configuration or the file of overrides could not be read or written.
  case workspace(WorkspaceError)
}

extension LoadFailure: CustomStringConvertible {
  /// The message of the error.
  public var description: String {
    switch self {
    case .source(let error): "\(error)"
    case .workspace(let error): "\(error)"
    }
  }
}
