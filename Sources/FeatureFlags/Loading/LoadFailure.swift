/// Something that went wrong while a configuration was loaded, and was got around.
public enum LoadFailure: Error, Hashable, Sendable {
  /// A source, or the fallback, could not be read.
  case source(SourceError)
  /// The last good configuration, or the file of overrides, could not be read or kept.
  case workspace(WorkspaceError)
}

extension LoadFailure: CustomStringConvertible {
  /// What happened, in words.
  public var description: String {
    switch self {
    case .source(let error): "\(error)"
    case .workspace(let error): "\(error)"
    }
  }
}
