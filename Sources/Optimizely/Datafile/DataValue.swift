public import Documents
import FeatureFlags

/// A JSON value: a user's attribute, the value of a condition, or a part of a JSON variable.
public enum DataValue: Hashable, Sendable {
  /// An explicit null, unlike a missing value.
  case null
  /// A Boolean; it is never equal to a number.
  case bool(Bool)
  /// A number; 42 and 42.0 are equal.
  case number(Double)
  /// A string.
  case string(String)
  /// A list of values.
  case list([DataValue])
  /// Values by key.
  case object([String: DataValue])

  /// Parses a value from JSON.
  ///
  /// - Throws: The line, with what was found and what was expected, if the text is not JSON.
  public init(json text: String) throws(DocumentError) {
    self.init(try JSONReader.read(Array(text.utf8)))
  }

  init(_ node: Node) {
    switch node.value {
    case .null, .opaque: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let number): self = .number(number)
    case .integer(let number): self = .number(Double(number))
    case .string(let text, _): self = .string(text)
    case .list(let nodes): self = .list(nodes.map(DataValue.init))
    case .object(let members):
      let pairs = members.map { ($0.key, DataValue($0.node)) }
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

  /// The name of the value's type, for messages.
  var kind: String {
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

extension DataValue: CustomStringConvertible {
  /// The value as JSON on one line.
  public var description: String { json.text() }
}

extension DataValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension DataValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Creates a number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }

  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension DataValue: ExpressibleByNilLiteral {
  /// Creates null.
  public init(nilLiteral: ()) { self = .null }
}
