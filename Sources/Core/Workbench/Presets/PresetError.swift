package import Documents
package import FeatureFlags
internal import Networking

/// The error of reading, saving or deleting a preset.
package enum PresetError: Error, Hashable, Sendable {
  /// The text cannot be the name of a preset.
  case badName(String)
  /// The workspace has no preset with the given name; `nearest` lists the most similar names.
  case unknown(String, nearest: [String])
  /// The workspace already has a preset with the given name.
  case exists(String)
  /// The file of a preset is not valid; `file` is its path or URL.
  case malformed(file: String, DocumentError)
  /// The file of a preset could not be read or written.
  case workspace(WorkspaceError)
}

extension PresetError: CustomStringConvertible {
  /// The error message, with the found and the expected value.
  package var description: String {
    switch self {
    case .badName(let name):
      "\"\(URLRedaction.redacted(name))\" cannot be the name of a preset"
        + (PresetFolder.defect(inName: name).map { ": \($0)" } ?? "")
    case .unknown(let name, let nearest) where nearest.isEmpty:
      "no preset is named \"\(URLRedaction.redacted(name))\""
    case .unknown(let name, let nearest):
      "no preset is named \"\(URLRedaction.redacted(name))\", did you mean "
        + nearest.map { "\"\($0)\"" }.joined(separator: " or ") + "?"
    case .exists(let name): "a preset named \"\(name)\" exists already"
    case .malformed(let file, let error): error.description(in: file)
    case .workspace(let error): "\(error)"
    }
  }
}
