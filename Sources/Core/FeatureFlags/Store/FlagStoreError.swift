/// The error of a method of a store.
public enum FlagStoreError: Error, Hashable, Sendable {
  /// No feature has the given name; `nearest` contains the most similar names.
  case unknownFeature(Feature.Name, nearest: [String])
  /// The feature does not allow the override; no override is changed.
  case refused(Feature.Name, OverrideError)
  /// The workspace could not be read; the active overrides remain.
  case notRead(WorkspaceError)
  /// The workspace could not be written; the change applies until the program exits.
  case notSaved(WorkspaceError)
}

extension FlagStoreError {
  /// The error of the workspace; `nil` for an unknown name or a refused override.
  var workspaceError: WorkspaceError? {
    switch self {
    case .notRead(let error), .notSaved(let error): error
    case .unknownFeature, .refused: nil
    }
  }
}

extension FlagStoreError: CustomStringConvertible {
  /// The error message: the cause, and what a user can do about it.
  public var description: String {
    switch self {
    case .unknownFeature(let name, let nearest):
      "no feature is named \"\(name)\"" + NameSuggestions.hint(nearest)
    case .refused(let name, let reason): "\"\(name)\" \(reason)"
    case .notRead(let reason): "\(reason); \(reason.remedy)"
    case .notSaved(let reason): "not saved: \(reason); \(reason.remedy)"
    }
  }
}
