package import Documents

/// The users for whom an override holds.
///
/// A feature can have one override for each scope. The override for the targeting key of a user has
/// precedence over an override for an attribute, and that over the override for everyone. Of several
/// overrides for attributes of a user, the newest has precedence.
public enum OverrideScope: Hashable, Sendable {
  /// All users.
  case everyone
  /// The user with the given targeting key.
  ///
  /// `kind` is the kind of the context that has the key, for a flag system whose contexts have kinds, such
  /// as `org`; `nil` is the user.
  case key(String, kind: String? = nil)
  /// The users with the given value of an attribute: a text, a number or a Boolean.
  case attribute(String, AttributeValue)
}

extension OverrideScope {
  /// Tests whether an override of the scope holds for a user.
  ///
  /// - Parameters:
  ///   - context: The user.
  ///   - hasKinds: Whether the contexts of the flag system have kinds.
  /// - Returns: Whether the override holds for the user.
  func contains(_ context: EvaluationContext, hasKinds: Bool) -> Bool {
    switch self {
    case .everyone: true
    case .key(let key, nil): context.userKey(hasKinds: hasKinds) == key
    case .key(let key, let kind?): hasKinds && context.key(ofKind: kind) == key
    case .attribute(let name, let value): context.userAttribute(name, hasKinds: hasKinds) == value
    }
  }

  /// Creates the scope of a user's own key; `nil` for a user without a key.
  ///
  /// - Parameters:
  ///   - context: The user.
  ///   - hasKinds: Whether the contexts of the flag system have kinds.
  package init?(keyOf context: EvaluationContext, hasKinds: Bool) {
    if let key = context.userKey(hasKinds: hasKinds) {
      self = .key(key)
    } else if let kind = context.attributes["kind"]?.text, let key = context.targetingKey {
      self = .key(key, kind: kind)
    } else {
      return nil
    }
  }

  /// Returns the user for whom an override of this scope is previewed: the given user with the key or the
  /// attribute of the scope.
  package func user(from context: EvaluationContext) -> EvaluationContext {
    var context = context
    switch self {
    case .everyone: break
    case .key(let key, nil):
      if context.targetingKey != key { context = EvaluationContext(targetingKey: key) }
    case .key(let key, let kind?):
      if context.key(ofKind: kind) != key {
        context.attributes["kind"] = "multi"
        context.attributes[kind] = .object(["key": .string(key)])
      }
    case .attribute(let name, let value): context.attributes[name] = value
    }
    return context
  }
}

extension EvaluationContext {
  /// The key of the user; `nil` for a context of another kind.
  func userKey(hasKinds: Bool) -> String? {
    guard hasKinds, let kind = attributes["kind"]?.text, kind != "user" else { return targetingKey }
    return kind == "multi" ? key(ofKind: "user") ?? targetingKey : nil
  }

  /// An attribute of the user; `nil` for a context of another kind.
  fileprivate func userAttribute(_ name: String, hasKinds: Bool) -> AttributeValue? {
    guard hasKinds, let kind = attributes["kind"]?.text, kind != "user" else {
      return attributes[name]
    }
    guard kind == "multi", case .object(let user) = attributes["user"] else { return nil }
    return user[name]
  }

  /// The key of the given kind in a context of this kind, or of several kinds; `nil` for none.
  fileprivate func key(ofKind kind: String) -> String? {
    switch attributes["kind"]?.text {
    case kind: return targetingKey
    case "multi":
      guard case .object(let context) = attributes[kind] else { return nil }
      return context["key"]?.text
    case _: return nil
    }
  }
}

// MARK: Text

extension OverrideScope {
  /// A scope that a user types, such as `ana`, `org:acme` or `country=es`.
  ///
  /// A key that contains `=`, or begins with a quotation mark, is written as a JSON string. The value of
  /// an attribute is a number or a Boolean if it is one in JSON, and otherwise a text.
  ///
  /// - Parameters:
  ///   - text: The text; `nil` is returned for an empty one, and for an attribute whose value is null, a list
  ///     or an object.
  ///   - hasKinds: Whether the contexts of the flag system have kinds: then a name before a colon is a kind.
  package init?(_ text: String, hasKinds: Bool) {
    // Drops the error: a quotation mark can also be the first character of a key.
    if text.hasPrefix("\""), let key = try? AttributeValue(json: text).text {
      guard !key.isEmpty else { return nil }
      self = .key(key)
      return
    }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
      // Drops the error: a value that is not JSON is a text.
      let value = (try? AttributeValue(json: String(parts[1]))) ?? .string(String(parts[1]))
      guard !parts[0].isEmpty, value.isScalar else { return nil }
      self = .attribute(String(parts[0]), value)
      return
    }
    let names = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if hasKinds, names.count == 2 {
      guard !names[0].isEmpty, !names[1].isEmpty else { return nil }
      self = .key(String(names[1]), kind: names[0] == "user" ? nil : String(names[0]))
      return
    }
    guard !text.isEmpty else { return nil }
    self = .key(text)
  }
}

extension OverrideScope {
  /// The description of the texts that ``init(_:hasKinds:)`` accepts, for error messages.
  package static func expectation(hasKinds: Bool) -> String {
    let kinds = hasKinds ? ", a kind and a key such as org:acme," : ""
    return
      "the key of a user such as ana\(kinds) or an attribute with a text, a number or a Boolean, "
      + "such as country=es"
  }
}

extension OverrideScope: CustomStringConvertible {
  /// The scope as a user types it; `everyone` for all users.
  public var description: String {
    switch self {
    case .everyone: "everyone"
    case .key(let key, let kind):
      (kind.map { "\($0):" } ?? "")
        + (key.contains("=") || key.hasPrefix("\"") ? AttributeValue.string(key).description : key)
    case .attribute(let name, let value):
      // A text that would be read as another value has quotation marks.
      name + "=" + (value.text != nil && value.isAmbiguous ? value.description : value.unquoted)
    }
  }
}

extension AttributeValue {
  /// Whether the value is a text, a number or a Boolean.
  package var isScalar: Bool {
    switch self {
    case .string, .number, .bool: true
    case .null, .list, .object: false
    }
  }

  /// Whether the text without quotation marks is JSON, so that it would be read as another value.
  fileprivate var isAmbiguous: Bool { (try? AttributeValue(json: unquoted)) != nil }
}

// MARK: Order

extension OverrideScope: Comparable {
  /// Orders scopes for lists: everyone, then keys, then attributes, each by their texts.
  public static func < (one: OverrideScope, other: OverrideScope) -> Bool {
    one.sortKey < other.sortKey
  }

  private var sortKey: (Int, String, String) {
    switch self {
    case .everyone: (0, "", "")
    case .key(let key, let kind): (1, kind ?? "", key)
    case .attribute(let name, let value): (2, name, value.description)
    }
  }
}

// MARK: Encoding

extension OverrideScope {
  /// The scope as a JSON object: `{ "key": "ana" }`, `{ "kind": "org", "key": "acme" }`, or
  /// `{ "attribute": "country", "value": "es" }`; `nil` for everyone.
  package var json: JSONValue? {
    switch self {
    case .everyone: nil
    case .key(let key, nil): .object([("key", .string(key))])
    case .key(let key, let kind?): .object([("kind", .string(kind)), ("key", .string(key))])
    case .attribute(let name, let value):
      .object([("attribute", .string(name)), ("value", value.json)])
    }
  }

  /// Decodes a scope from a JSON object.
  ///
  /// - Throws: An error for the first problem, with its line and field.
  package init(_ node: Node) throws(DocumentError) {
    let fields = try FieldReader(node)
    guard let name = try fields.optionalText("attribute") else {
      self = .key(try fields.text("key"), kind: try fields.optionalText("kind"))
      return
    }
    let expected = "a text, a number or a Boolean"
    let value = try fields.value("value", expected: expected) { node throws(DocumentError) in
      let value = AttributeValue(node)
      guard value.isScalar else { throw node.mismatch(expected: expected) }
      return value
    }
    self = .attribute(name, value)
  }
}
