import FeatureFlags
import Targeting

/// An evaluation context in the form of LaunchDarkly: one single-kind context for each kind, such as
/// `user` and `org`.
struct LaunchDarklyContext: Sendable {
  /// The context kind that applies if a document or a user in an old format does not name a kind.
  static let userKind = "user"
  /// The single-kind contexts, sorted by kind.
  let parts: [Part]

  /// Creates the context from the attributes, which have the form of the JSON of an SDK; the targeting
  /// key is used if they contain no key.
  ///
  /// - Throws: A failure if SDKs would reject the context.
  init(_ context: EvaluationContext) throws(EvaluationFailure) {
    let (attributes, key) = (context.attributes, context.targetingKey)
    switch attributes["kind"] {
    case nil:
      parts = [try Part(Self.userKind, Self.flattened(attributes), key: key, allowsEmptyKey: true)]
    case .string("multi")?:
      var parts: [Part] = []
      for (kind, value) in attributes.sorted(by: { $0.key < $1.key }) where kind != "kind" {
        guard case .object(let members) = value else {
          throw .invalid("the context \"\(kind)\" is \(value.kind), expected an object")
        }
        parts.append(try Part(kind, members, key: kind == Self.userKind ? key : nil))
      }
      guard !parts.isEmpty else { throw .invalid("the context has no kinds") }
      self.parts = parts
    case .string(let kind)?: parts = [try Part(kind, attributes, key: key)]
    case let value?: throw .invalid("the kind is \(value.kind), expected a text")
    }
  }

  /// Returns the attributes of a user in the old format, in which custom attributes are nested in
  /// `custom`, without nesting.
  private static func flattened(_ attributes: [String: AttributeValue]) -> [String: AttributeValue]
  {
    guard case .object(let custom)? = attributes["custom"] else { return attributes }
    var flattened = attributes
    flattened["custom"] = nil
    let reserved = ["kind", "key", "name", "anonymous", "_meta"]
    return flattened.merging(custom.filter { !reserved.contains($0.key) }) { $1 }
  }

  /// Returns the single-kind context of a kind; `nil` if there is none.
  func part(_ kind: String) -> Part? { parts.first { $0.kind == kind } }
}

extension LaunchDarklyContext {
  /// A single-kind context: the kind, the key and the attributes.
  final class Part: Sendable {
    let kind: String
    let key: String
    private let attributes: [String: AttributeValue]

    fileprivate init(
      _ kind: String,
      _ attributes: [String: AttributeValue],
      key targetingKey: String?,
      allowsEmptyKey: Bool = false
    ) throws(EvaluationFailure) {
      guard Self.isValid(kind: kind) else {
        throw .invalid("\"\(kind)\" is no kind of contexts")
      }
      let key = attributes["key"].known ?? targetingKey.map(AttributeValue.string)
      guard case .string(let key)? = key, allowsEmptyKey || !key.isEmpty else {
        throw .invalid(
          "the context \"\(kind)\" has no key, expected a text in \"key\""
        )
      }
      if let name = attributes["name"].known, !name.isText {
        throw .invalid("the name is \(name.kind), expected a text")
      }
      if let anonymous = attributes["anonymous"].known, anonymous.bool == nil {
        throw .invalid(
          "\"anonymous\" is \(anonymous.kind), expected true or false"
        )
      }
      (self.kind, self.key, self.attributes) = (kind, key, attributes)
    }

    private static func isValid(kind: String) -> Bool {
      let isName = kind.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
          || "._-".utf8.contains(byte)
      }
      return isName && !kind.isEmpty && kind != "kind" && kind != "multi"
    }

    /// Returns the value of the attribute, or of the property inside it, to which a reference leads;
    /// `nil` if there is none.
    func value(at reference: AttributeReference) -> AttributeValue? {
      var value = reference.name.flatMap(value)
      for part in reference.rest {
        guard case .object(let members)? = value else { return nil }
        value = members[part]
      }
      return value.known
    }

    private func value(of name: String) -> AttributeValue? {
      switch name {
      case "key": .string(key)
      case "kind": .string(kind)
      case "anonymous": .bool(attributes[name]?.bool ?? false)
      case "_meta": nil
      default: attributes[name]
      }
    }
  }
}

extension AttributeValue? {
  /// The value, or `nil` if it is null, which counts as missing.
  fileprivate var known: AttributeValue? { self?.isNull == true ? .none : self }
}

extension EvaluationFailure {
  fileprivate static func invalid(_ reason: String) -> Self { Self(.targetingKeyMissing, reason) }
}

/// A reference to an attribute: its name, or a path to a property inside the attribute.
struct AttributeReference: Sendable {
  /// The reference as written in the document.
  let text: String
  /// The name of the attribute; `nil` if the reference is malformed.
  let name: String?
  /// The names of the nested properties inside the attribute.
  let rest: [String]

  /// Parses a reference.
  ///
  /// - Parameters:
  ///   - text: The name, or a path such as `/address/city` in which `~1` is a slash and `~0` a tilde.
  ///   - isLiteral: Whether the text is always a name, even with slashes, as in documents from before
  ///     context kinds.
  init(_ text: String, isLiteral: Bool) {
    self.text = text
    guard !isLiteral, text.utf8.first == UInt8(ascii: "/") else {
      (name, rest) = (text.isEmpty ? nil : text, [])
      return
    }
    let names = text.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"),
      omittingEmptySubsequences: false
    )
    .compactMap { Self.unescaped(Substring($0)) }
    let isValid = names.count == text.utf8.count { $0 == UInt8(ascii: "/") }
    (name, rest) = (isValid ? names[0] : nil, isValid ? Array(names.dropFirst()) : [])
  }

  /// Returns a path component with its escape sequences replaced; `nil` if it is empty or malformed.
  private static func unescaped(_ part: Substring) -> String? {
    let pieces = part.split(separator: "~", omittingEmptySubsequences: false)
    var name = String(pieces[0])
    for piece in pieces.dropFirst() {
      guard let first = piece.first, first == "0" || first == "1" else { return nil }
      name += (first == "0" ? "~" : "/") + piece.dropFirst()
    }
    return name.isEmpty ? nil : name
  }
}
