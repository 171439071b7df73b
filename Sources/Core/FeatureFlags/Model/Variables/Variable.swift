package import Documents

/// A named, typed value of a feature, which may differ between its variations.
public struct Variable: Hashable, Sendable {
  /// The name by which an app looks up the value.
  public let name: String
  /// The value of the variable; its type is the type of the variable.
  public let value: VariableValue

  /// Creates a variable, whose type is that of the given value.
  public init(name: String, value: VariableValue) {
    self.name = name
    self.value = value
  }
}

/// The value of a feature's variable: a Boolean, a number, a string, or JSON text.
public enum VariableValue: Hashable, Sendable {
  /// The value of a Boolean variable.
  case boolean(Bool)
  /// The value of an integer variable.
  case integer(Int)
  /// The value of a floating-point variable, which should be finite.
  case double(Double)
  /// The value of a string variable, which may be empty.
  case string(String)
  /// The text of a JSON value, normalised to one line.
  case json(String)

  /// The variable type that matches the kind of the value.
  public var type: VariableType {
    switch self {
    case .boolean: .boolean
    case .integer: .integer
    case .double: .double
    case .string: .string
    case .json: .json
    }
  }

  /// Parses a value from user input; `nil` if the text is not a value of the type.
  ///
  /// JSON may be JSON5 with up to 100 nested levels; it is normalised to JSON on one line. For the type
  /// `double`, a whole number that a double cannot represent exactly becomes an integer.
  ///
  /// - Parameters:
  ///   - text: The user input; a string is written without quotes.
  ///   - type: The expected type.
  public init?(_ text: String, as type: VariableType) {
    switch type {
    case .boolean:
      guard let flag = Bool(text.lowercased()) else { return nil }
      self = .boolean(flag)
    case .integer:
      guard let number = Int(text) else { return nil }
      self = .integer(number)
    case .double:
      guard let number = Double(text), number.isFinite else { return nil }
      self = Int(text).map(VariableValue.asDouble) ?? .double(number)
    case .string: self = .string(text)
    case .json:
      guard let json = JSONValue(parsing: text, depthLimit: Self.depthLimit) else { return nil }
      self = .json(json.text())
    }
  }

  /// The maximum nesting depth of a JSON value; the limit for an overrides file, which encloses the
  /// value, is higher.
  static let depthLimit = 100

  /// Converts the value to another type without loss.
  ///
  /// A string is parsed as a number or a Boolean; a number or a Boolean is formatted as a string. An
  /// integer that a double cannot represent exactly stays an integer in a conversion to `double`. A
  /// double without a fraction is converted to an integer. Every value can be converted to JSON; a JSON
  /// string, number or Boolean can be converted to the other types.
  ///
  /// - Parameter type: The type of the result.
  /// - Returns: The converted value; `nil` if the conversion would lose information, if the number
  ///   is not finite, or if the text is not valid JSON.
  public func converted(to type: VariableType) -> VariableValue? {
    switch (self, type) {
    case (.boolean, .boolean), (.integer, .integer), (.string, .string): self
    case (.double(let number), .double): number.isFinite ? self : nil
    case (.double(let number), .integer): Int(exactly: number).map(VariableValue.integer)
    case (.integer(let number), .double): .asDouble(number)
    case (.string(let text), .boolean), (.string(let text), .integer), (.string(let text), .double):
      VariableValue(text, as: type)
    case (.double(let number), _) where !number.isFinite: nil
    case (.boolean, .string), (.integer, .string), (.double, .string): .string(description)
    case (.json(let text), .json): VariableValue(text, as: .json)
    case (.json(let text), _): Self.leaf(of: text)?.converted(to: type)
    case (_, .json): .json(json.text())
    case (.boolean, _), (.integer, _), (.double, _): nil
    }
  }

  /// Returns the number as a double, or as an integer if a double cannot represent it exactly.
  private static func asDouble(_ number: Int) -> VariableValue {
    Double(exactly: number).map(VariableValue.double) ?? .integer(number)
  }

  /// Parses the text of a JSON string, number or Boolean; returns `nil` for null, lists and
  /// objects.
  private static func leaf(of text: String) -> VariableValue? {
    guard let json = JSONValue(parsing: text), let value = VariableValue(json),
      value.type != .json
    else { return nil }
    return value
  }
}

extension VariableValue: CustomStringConvertible {
  /// The value for display: a string without quotes, and a whole number without a decimal point.
  public var description: String {
    switch self {
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .double(let number): JSONValue.number(number).text()
    case .string(let text), .json(let text): text
    }
  }
}

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

  /// Decodes a value of a document like ``init(_:)``, but throws an error instead of returning `nil`.
  ///
  /// - Throws: An error with the found and the expected value, if JSON cannot express the value.
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
