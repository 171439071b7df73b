import Documents
import FeatureFlags

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
  case emptyKey
  /// The key is longer than the limit; `size` is its length in bytes.
  case longKey(size: Int)
  /// The header with the overrides of the request is malformed.
  case badOverrides(DocumentError)
  /// The header with the overrides of the request is longer than the limit; `size` is its length in bytes.
  case longOverrides(size: Int)
  /// The header with the overrides of the request names an unknown feature; `nearest` lists similar names.
  case unknownOverride(feature: String, nearest: [String])
  /// A feature does not allow its override in the header of the request, for the given reason.
  case refusedOverride(feature: String, String)
  /// The client is on another machine and has no token, so that it may not override features.
  case deniedOverrides

  /// The error code of OFREP.
  var code: String {
    switch self {
    case .notJSON, .notAnObject, .badOverrides: "PARSE_ERROR"
    case .longOverrides, .unknownOverride, .refusedOverride, .deniedOverrides: "GENERAL"
    case .badContext: "INVALID_CONTEXT"
    case .unknownFeature, .unknownPart, .emptyKey, .longKey: "FLAG_NOT_FOUND"
    }
  }

  /// The status code of the HTTP response.
  var status: Int {
    switch self {
    case .notJSON, .notAnObject, .badContext, .badOverrides, .longOverrides, .unknownOverride,
      .refusedOverride:
      400
    case .deniedOverrides: 403
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
    case .badOverrides(let error): "\(RequestOverrides.header): \(error)"
    case .longOverrides(let size):
      "\(RequestOverrides.header): found \(size) bytes, expected at most \(RequestOverrides.maximumSize)"
    case .unknownOverride(let feature, let nearest):
      "\(RequestOverrides.header): no feature is named \"\(feature)\""
        + (nearest.isEmpty ? "" : "; similar names: \(nearest.joined(separator: ", "))")
    case .refusedOverride(let feature, let reason):
      "\(RequestOverrides.header): the feature \"\(feature)\" \(reason)"
    case .deniedOverrides:
      "\(RequestOverrides.header): found a client without a loopback address, expected such an "
        + "address, or the token of the server"
    }
  }
}

extension EvaluationContext {
  /// Parses the body of an OFREP request: `{"context": {"targetingKey": "ana", "plan": "gold"}}`.
  ///
  /// An empty body, and a body without a context, mean a user without targeting key and attributes. A
  /// targeting key that is a number is converted to text. A targeting key of any other type is ignored,
  /// because some clients send such values. A targeting key that is not text, or is empty, is also
  /// stored as an attribute, because rules read its original value.
  ///
  /// - Throws: `notJSON`, `notAnObject` or `badContext`.
  init(body: [UInt8]) throws(EvaluationError) {
    guard !body.isEmpty else {
      self.init()
      return
    }
    let document = try mapError(JSONReader.read(body, as: .json), to: EvaluationError.notJSON)
    guard document.members != nil else { throw .notAnObject(found: document.kind) }
    guard let context = document["context"], !context.isNull else {
      self.init()
      return
    }
    guard let members = context.members else { throw .badContext(found: context.kind) }
    self.init()
    for member in members {
      if member.key == "targetingKey" {
        targetingKey = Self.targetingKey(member.node)
        if member.node.string?.isEmpty ?? !member.node.isNull {
          attributes[member.key] = AttributeValue(member.node)
        }
      } else {
        attributes[member.key] = AttributeValue(member.node)
      }
    }
  }

  private static func targetingKey(_ node: Node) -> String? {
    if let text = node.string { return text.isEmpty ? nil : text }
    return node.number == nil ? nil : JSONValue(node)?.text()
  }
}
