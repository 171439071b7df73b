public import Documents
import Networking

/// A JSON value: a user's attribute, the value of a condition, or a part of a JSON variable.
public enum AttributeValue: Hashable, Sendable {
  /// An explicit null, which differs from a missing value.
  case null
  /// A Boolean; it is never equal to a number.
  case bool(Bool)
  /// A JSON number; 42 and 42.0 are equal.
  case number(Double)
  /// A JSON string.
  case string(String)
  /// A JSON array.
  case list([AttributeValue])
  /// A JSON object, as values by key.
  case object([String: AttributeValue])

  /// Parses a value from JSON.
  ///
  /// - Throws: An error with the line, the found and the expected text, if the text is not JSON.
  public init(json text: String) throws(DocumentError) {
    self.init(try JSONReader.read(Array(text.utf8)))
  }

  /// Converts a parsed value; a value that JSON cannot express, such as a date, becomes null.
  package init(_ node: Node) {
    switch node.value {
    case .null, .opaque: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let number): self = .number(number)
    case .integer(let number): self = .number(Double(number))
    case .string(let text, _): self = .string(text)
    case .list(let nodes): self = .list(nodes.map(AttributeValue.init))
    case .object(let members):
      let pairs = members.map { ($0.key, AttributeValue($0.node)) }
      self = .object(Dictionary(pairs) { $1 })
    }
  }

  /// The value as JSON, with the keys of objects sorted.
  package var json: JSONValue {
    switch self {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .number(let number): .number(number)
    case .string(let text): .string(text)
    case .list(let values): .list(values.map(\.json))
    case .object(let values):
      .object(values.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value.json) })
    }
  }

  /// The text if the value is a string; otherwise `nil`.
  package var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The value as JSON on one line; a string has no quotes.
  package var unquoted: String {
    if case .string(let text) = self { text } else { description }
  }

  /// The name of the value's type, such as `a number`, for error messages.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

extension AttributeValue: CustomStringConvertible {
  /// The value as JSON on one line, with the keys of objects sorted.
  public var description: String { json.text() }
}

extension AttributeValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  /// Creates a string value from a literal.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a Boolean value from a literal.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension AttributeValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a number value from an integer literal.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }

  /// Creates a number value from a floating-point literal.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension AttributeValue: ExpressibleByNilLiteral {
  /// Creates a null value from the literal `nil`.
  public init(nilLiteral: ()) { self = .null }
}

extension AttributeValue {
  /// A copy with `…` instead of each value whose member name suggests a secret; URLs lose their secrets
  /// too.
  package var withoutSecrets: AttributeValue {
    switch self {
    case .null, .bool, .number: self
    case .string(let text): .string(text.withoutURLSecrets)
    case .list(let values): .list(values.map(\.withoutSecrets))
    case .object(let members): .object(members.withoutSecrets)
    }
  }

  /// Returns the value without secrets, for a member with the given name: `…` if the name suggests a
  /// secret.
  package func withoutSecrets(of name: String) -> AttributeValue {
    SecretName.matches(name) ? .string("…") : withoutSecrets
  }
}

extension [String: AttributeValue] {
  /// A copy with `…` instead of each value whose name suggests a secret; URLs lose their secrets too.
  package var withoutSecrets: [String: AttributeValue] {
    Dictionary(
      uniqueKeysWithValues: map { name, value in
        (name, value.withoutSecrets(of: name))
      }
    )
  }
}

/// Recognises attributes whose names suggest that their values are secrets.
///
/// The attributes of a user must remain readable in a report, unlike the parameters of a URL. Therefore
/// only values whose attribute names suggest a secret are hidden.
enum SecretName {
  private static let names: Set = [
    "code", "cred", "jwt", "otp", "pass", "pin", "pw", "sas", "sid",
  ]
  private static let parts = [
    "token", "secret", "passw", "passphrase", "apikey", "signature", "credential", "authoriz",
    "bearer", "session", "authcode",
  ]
  private static let endings = ["auth", "key", "pwd", "sig"]

  /// Whether the value of an attribute with the given name can be a secret.
  static func matches(_ name: String) -> Bool {
    let name = name.lowercased().filter { !"-_. ".contains($0) }
    return names.contains(name) || parts.contains { name.contains($0) }
      || endings.contains { name.hasSuffix($0) }
  }
}

extension String {
  /// A copy in which all URLs are without user information and other secrets; see `URLRedaction`.
  package var withoutURLSecrets: String { URLRedaction.redacted(self) }
}
