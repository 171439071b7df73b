import Documents
import FlagSystem
import Text

/// The JSON schemas of the arguments and results of tools, and the check of a value against them.
enum ToolSchema {
  /// The maximum number of Unicode scalars of a text in the arguments.
  private static let textLimit = 1_000
  static let text: JSONValue = ["type": "string", "maxLength": .integer(textLimit)]
  /// A text of a result, without a limit.
  static let anyText: JSONValue = ["type": "string"]
  static let count: JSONValue = ["type": "integer", "minimum": 0]
  /// An object with any members.
  static let map: JSONValue = ["type": "object", "maxProperties": 100]
  static let texts = list(text)

  static func list(_ element: JSONValue) -> JSONValue { ["type": "array", "items": element] }
  static func optional(_ schema: JSONValue) -> JSONValue { ["anyOf": [schema, ["type": "null"]]] }

  static func integer(_ range: ClosedRange<Int>) -> JSONValue {
    [
      "type": "integer", "minimum": .integer(range.lowerBound),
      "maximum": .integer(range.upperBound),
    ]
  }

  /// The schema of an object, which has all of the required members: without `required`, all.
  static func object(_ properties: JSONValue, required: [String]? = nil) -> JSONValue {
    let names = required ?? (properties.members ?? []).map(\.key)
    return [
      "type": "object", "properties": properties,
      "required": .list(names.map(JSONValue.string)),
    ]
  }

  /// Checks a value of the arguments; of schemas, only the members that parameters use are supported.
  ///
  /// - Returns: What was found and what was expected; `nil` for a value that conforms to the schema.
  static func defect(of value: JSONValue, at path: String, _ schema: JSONValue) -> String? {
    func defect(_ expected: String) -> String {
      "\(path): found \(value.text().shortened(to: 80)), expected \(expected)"
    }
    if let words = schema["enum"]?.list {
      return words.contains(value) ? nil : defect(words.map(\.word).enumeration(with: "or"))
    }
    switch (schema["type"]?.string, value) {
    case (nil, _), ("boolean", .bool): return nil
    case ("string", .string(let text)):
      let isValid = text.unicodeScalars.count <= textLimit && !text.utf8.contains(0)
      return isValid ? nil : defect("at most \(textLimit) characters without U+0000")
    case ("integer", _):
      let range = (schema["minimum"]?.integer ?? 0)...(schema["maximum"]?.integer ?? .max)
      let isValid = value.integer.map(range.contains) ?? false
      return isValid
        ? nil : defect("a whole number from \(range.lowerBound) to \(range.upperBound)")
    case ("array", .list(let values)):
      guard values.count <= 100 else { return defect("at most 100 elements") }
      return values.lazy.compactMap { Self.defect(of: $0, at: path, schema["items"] ?? [:]) }.first
    case ("object", .object(let members)):
      guard members.count <= 100 else { return defect("at most 100 members") }
      guard let properties = schema["properties"] else { return nil }
      let names = properties.members?.map(\.key) ?? []
      if let unknown = members.first(where: { !names.contains($0.key) })?.key.shortened(to: 80) {
        let near = NameSuggestions.hint(NameSuggestions.nearest(to: unknown, among: names))
        return "\(path): found the parameter \"\(unknown)\", which is unknown\(near)"
      }
      let required = schema["required"]?.list?.map(\.word) ?? []
      if let missing = required.first(where: { value[$0] == nil }) {
        let help = properties.at("\(missing).description")
        return "\(path): found no \(missing), expected \(help)"
      }
      return members.lazy.compactMap { name, value in
        Self.defect(of: value, at: name, properties[name] ?? [:])
      }.first
    case (let type?, _): return defect("a value of the type \(type)")
    }
  }
}
