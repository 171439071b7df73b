import Documents

/// The reason why an evaluation has no result.
enum EvaluationError: Error, Hashable {
  /// The body is not JSON.
  case notJSON(DocumentError)
  /// The body is not an object, but `found`, such as a list.
  case notAnObject(found: String)
  /// The member `context` is not an object, but `found`, such as a list.
  case badContext(found: String)
  /// No feature has the key; `nearest` lists similar names.
  case unknownFeature(nearest: [String])
  /// The feature does not have the requested part, such as a variable; `expected` lists the keys of its
  /// parts.
  case unknownPart(feature: String, expected: [String])
  /// The key is empty.
  case emptyKey
  /// The key is longer than the limit; `size` is its length in bytes.
  case longKey(size: Int)

  /// The error code of OFREP.
  var code: String {
    switch self {
    case .notJSON, .notAnObject: "PARSE_ERROR"
    case .badContext: "INVALID_CONTEXT"
    case .unknownFeature, .unknownPart, .emptyKey, .longKey: "FLAG_NOT_FOUND"
    }
  }

  /// The status code of a response.
  var status: Int {
    switch self {
    case .notJSON, .notAnObject, .badContext: 400
    case .unknownFeature, .unknownPart, .emptyKey, .longKey: 404
    }
  }

  /// The error message, with the found and the expected value.
  var details: String {
    switch self {
    case .notJSON(let error): "the body is not JSON: \(error)"
    case .notAnObject(let found): "found \(found) as the body, expected an object with \"context\""
    case .badContext(let found): "found \(found) as \"context\", expected an object"
    case .unknownFeature(let nearest) where nearest.isEmpty: "no feature has this key"
    case .unknownFeature(let nearest):
      "no feature has this key; similar names: \(nearest.joined(separator: ", "))"
    case .unknownPart(let feature, let expected):
      "the feature \"\(feature)\" has no part with this name, expected one of "
        + expected.joined(separator: ", ")
    case .longKey(let size):
      "found a key of \(size) bytes, expected at most \(FlagKey.maximumSize)"
    case .emptyKey: "found an empty key, expected the name of a feature"
    }
  }
}
