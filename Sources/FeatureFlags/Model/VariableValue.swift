import Documents

/// The value of a variable.
public enum VariableValue: Hashable, Sendable {
  /// True or false.
  case boolean(Bool)
  /// A whole number.
  case integer(Int)
  /// A finite number.
  case double(Double)
  /// A text.
  case string(String)
  /// The text of a value of JSON.
  case json(String)

  /// The kind of value.
  public var type: VariableType {
    switch self {
    case .boolean: .boolean
    case .integer: .integer
    case .double: .double
    case .string: .string
    case .json: .json
    }
  }

  /// Reads a value as a person types it.
  ///
  /// JSON may be JSON5, nested up to 100 deep; it is taken over as JSON on one line. `nil` for a
  /// text that is no value of the type.
  ///
  /// - Parameters:
  ///   - text: The text of the value, without quotes around a string.
  ///   - type: The kind of value that is wanted.
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
      self = .double(number)
    case .string: self = .string(text)
    case .json:
      guard let json = JSONValue(parsing: text, depthLimit: Self.depthLimit) else { return nil }
      self = .json(json.text())
    }
  }

  /// How deep a value of JSON may be nested, so that it has room in a file of overrides.
  static let depthLimit = 100

  /// The value as one of another type, where nothing is lost by that.
  ///
  /// A text becomes the number, or the true or false, that it spells; a whole number becomes one
  /// with a fraction, and back where the fraction is zero; all become JSON, and a number, a text, a
  /// true or a false comes back from it. Numbers, true and false become the text that spells them.
  ///
  /// - Parameter type: The kind of value that is wanted.
  /// - Returns: `nil` where something would be lost, for a number that is not finite, and for JSON
  ///   that is none.
  public func converted(to type: VariableType) -> VariableValue? {
    switch (self, type) {
    case (.boolean, .boolean), (.integer, .integer), (.string, .string): self
    case (.double(let number), .double): number.isFinite ? self : nil
    case (.double(let number), .integer): Int(exactly: number).map(VariableValue.integer)
    case (.integer(let number), .double): Double(exactly: number).map(VariableValue.double)
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

  /// The text, number, true or false that a text of JSON stands for.
  private static func leaf(of text: String) -> VariableValue? {
    guard let json = JSONValue(parsing: text), let value = VariableValue(json),
      value.type != .json
    else { return nil }
    return value
  }
}

extension VariableValue: CustomStringConvertible {
  /// The value as it is typed, a text without quotes, and a whole number without a point.
  public var description: String {
    switch self {
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .double(let number): JSONValue.number(number).text()
    case .string(let text), .json(let text): text
    }
  }
}
