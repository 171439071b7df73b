import struct FoundationEssentials.Data
import class FoundationEssentials.JSONDecoder

extension RemoteConfigTemplate {
  /// The type of a parameter's values, all of which are written as texts.
  public enum ValueType: String, Hashable, Sendable, CaseIterable {
    /// Any text.
    case string = "STRING"
    /// The text `true` or `false`.
    case boolean = "BOOLEAN"
    /// A number as in JSON.
    case number = "NUMBER"
    /// A JSON document.
    case json = "JSON"

    /// What a text of the type is, for messages.
    var words: String {
      switch self {
      case .string: "a text"
      case .boolean: "\"true\" or \"false\""
      case .number: "a number"
      case .json: "JSON"
      }
    }
  }

  /// A value with its type.
  public enum TypedValue: Hashable, Sendable {
    /// A text.
    case string(String)
    /// On or off.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A number with a fraction, or one too large to be whole.
    case double(Double)
    /// The text of a JSON document.
    case json(String)

    /// Reads a text as a value of a type; `nil` if it is not one.
    public init?(_ text: String, as type: ValueType) {
      switch type {
      case .string: self = .string(text)
      case .boolean:
        guard let flag = Bool(text) else { return nil }
        self = .boolean(flag)
      case .number:
        guard text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }) else { return nil }
        if let whole = Int(text) {
          self = .integer(whole)
        } else if let number = Double(text), number.isFinite {
          self = .double(number)
        } else {
          return nil
        }
      case .json:
        guard JSONText.isValid(text) else { return nil }
        self = .json(text)
      }
    }
  }
}

/// Any JSON document, of which only the grammar matters.
private struct JSONText: Decodable {
  init(from decoder: any Decoder) {}

  static func isValid(_ text: String) -> Bool {
    // Why it is not JSON does not matter here.
    (try? JSONDecoder().decode(JSONText.self, from: Data(text.utf8))) != nil
  }
}
