/// Why a store did not do what it was asked to.
public enum FlagStoreError: Error, Hashable, Sendable {
  /// No feature has the name; the nearest names come with it.
  case unknownFeature(Feature.Name, nearest: [String])
  /// What was decided does not go with the feature; nothing is changed.
  case refused(Feature.Name, DecisionError)
  /// The workspace could not be read; what was in effect stays.
  case notRead(WorkspaceError)
  /// The workspace could not be written; what was decided stands until the program ends.
  case notSaved(WorkspaceError)
}

extension FlagStoreError: CustomStringConvertible {
  /// What happened, in words.
  public var description: String {
    switch self {
    case .unknownFeature(let name, let nearest) where nearest.isEmpty:
      "no feature is named \"\(name)\""
    case .unknownFeature(let name, let nearest):
      "no feature is named \"\(name)\", did you mean "
        + nearest.map { "\"\($0)\"" }.joined(separator: " or ") + "?"
    case .refused(let name, let reason): "\"\(name)\" \(reason)"
    case .notRead(let reason): "\(reason); \(reason.remedy)"
    case .notSaved(let reason): "not saved: \(reason); \(reason.remedy)"
    }
  }
}
