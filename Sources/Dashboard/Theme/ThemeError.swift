/// Why a theme file cannot be used.
public enum ThemeError: Error, Hashable, Sendable {
  /// The file is not a JSON object whose values have the right kinds; the text says where.
  case unreadable(String)
  /// A colour that every theme needs is missing.
  case missing(key: String)
  /// A value is not a colour.
  case notAColour(key: String, found: String)
  /// A role is not known.
  case unknownRole(String)
}

extension ThemeError: CustomStringConvertible {
  /// What was found and what was wanted, in words.
  public var description: String {
    switch self {
    case .unreadable(let place): "is not a theme: \(place)"
    case .missing(let key): "has no \"\(key)\", wanted a colour such as \"#1e1e2e\""
    case .notAColour(let key, let found):
      "\"\(key)\" is \"\(found)\", wanted a colour such as \"#1e1e2e\" or the name of one"
    case .unknownRole(let name):
      "has the role \"\(name)\", wanted one of "
        + Role.allCases.map(\.rawValue).joined(separator: ", ")
    }
  }
}
