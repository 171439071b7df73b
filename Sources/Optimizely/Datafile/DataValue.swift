public import FeatureFlags

/// A piece of data: the value of a user's attribute, of a condition, or in a JSON variable.
public enum DataValue: Hashable, Sendable {
  /// Nothing, said on purpose.
  case null
  /// True or false, which is never a number.
  case bool(Bool)
  /// A number; 42 and 42.0 are one.
  case number(Double)
  /// A text.
  case string(String)
  /// Values in order.
  case list([DataValue])
  /// Values by name.
  case object([String: DataValue])

  /// Reads a value from JSON.
  ///
  /// - Throws: The place, what was found and what was wanted, if the text is not JSON.
  public init(json text: String) throws(ConfigurationError) {
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

  /// The value as JSON, with the names of objects in order.
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

  /// The kind of value in words, for messages.
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
  /// Makes a text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes true or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension DataValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// Makes a number.
  public init(integerLiteral value: Int) { self = .number(Double(value)) }

  /// Makes a number.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension DataValue: ExpressibleByNilLiteral {
  /// Makes null.
  public init(nilLiteral: ()) { self = .null }
}
