package import Documents

extension VariableValue {
  /// The value as JSON; the text of a `json` value that cannot be parsed becomes a JSON string.
  package var json: JSONValue {
    switch self {
    case .boolean(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .double(let number): .number(number)
    case .string(let text): .string(text)
    case .json(let text): JSONValue(parsing: text) ?? .string(text)
    }
  }

  /// Converts a parsed value of a document; the result is `nil` for a number that is not finite,
  /// and for a value that JSON cannot express, such as a date.
  ///
  /// A whole number becomes an integer, and every other number a double. Null, lists and objects
  /// become JSON.
  package init?(_ node: Node) {
    guard let json = JSONValue(node), let value = VariableValue(json) else { return nil }
    self = value
  }

  /// Decodes a value of a document like ``init(_:)``.
  ///
  /// - Throws: The mismatch, for a value that JSON cannot express.
  package init(reading node: Node) throws(DocumentError) {
    guard let value = VariableValue(node) else { throw node.mismatch(expected: "a value of JSON") }
    self = value
  }

  init?(_ json: JSONValue) {
    switch json {
    case .bool(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    case .number(let number):
      guard number.isFinite else { return nil }
      self = Int(exactly: number).map(VariableValue.integer) ?? .double(number)
    case .string(let text): self = .string(text)
    case .null, .list, .object: self = .json(json.text())
    }
  }
}
