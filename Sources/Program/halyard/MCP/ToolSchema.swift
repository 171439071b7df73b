import Documents
import FlagSystem
import Text

/// The JSON schemas of the arguments and results of tools, and the check of a value against them.
enum ToolSchema {
  static let text: JSONValue = ["type": "string", "maxLength": 1_000]
  /// A text of a result, without a limit.
  static let anyText: JSONValue = ["type": "string"]
  static let flag: JSONValue = ["type": "boolean"]
  static let count: JSONValue = ["type": "integer", "minimum": 0]
  static let any: JSONValue = [:]
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

  /// The schema of an object that has all of these members, and may have others.
  static func object(_ properties: JSONValue) -> JSONValue {
    let names = (properties.members ?? []).map { JSONValue.string($0.key) }
    return ["type": "object", "properties": properties, "required": .list(names)]
  }

  /// Checks a value of the arguments; of schemas, only the members that parameters use are supported.
  ///
  /// - Returns: What was found and what was expected; `nil` for a value that conforms to the schema.
  static func defect(of value: JSONValue, at path: String, _ schema: JSONValue) -> String? {
    func expected(_ text: String) -> String {
      "\(path): found \(value.text().shortened(to: 80)), expected \(text)"
    }
    if let words = schema["enum"]?.list {
      return words.contains(value) ? nil : expected(words.map(\.word).enumeration(with: "or"))
    }
    switch (schema["type"]?.string, value) {
    case (nil, _), ("boolean", .bool): return nil
    case ("string", .string(let text)):
      let limit = schema["maxLength"]?.integer ?? .max
      guard text.unicodeScalars.count <= limit else {
        return expected("at most \(limit) characters")
      }
      return text.utf8.contains(0) ? expected("a text without U+0000") : nil
    case ("integer", _):
      let range = (schema["minimum"]?.integer ?? 0)...(schema["maximum"]?.integer ?? .max)
      return value.integer.map(range.contains) == true
        ? nil : expected("a whole number from \(range.lowerBound) to \(range.upperBound)")
    case ("array", .list(let values)):
      guard values.count <= 100 else { return expected("at most 100 elements") }
      return values.lazy.compactMap { defect(of: $0, at: path, schema["items"] ?? any) }.first
    case ("object", .object(let members)):
      let names = schema["properties"]?.members?.map(\.key)
      if let names, let unknown = members.first(where: { !names.contains($0.key) })?.key {
        let near = NameSuggestions.hint(NameSuggestions.nearest(to: unknown, among: names))
        return
          "\(path): found the parameter \"\(unknown.shortened(to: 80))\", which is unknown\(near)"
      }
      guard members.count <= 100 else { return expected("at most 100 members") }
      if let missing = schema["required"]?.list?.map(\.word).first(where: { value[$0] == nil }) {
        return
          "\(path): found no \(missing), expected \(schema["properties"]?.at("\(missing).description") ?? "")"
      }
      return members.lazy.compactMap { name, value in
        defect(of: value, at: name, schema["properties"]?[name] ?? any)
      }.first
    case (let type?, _): return expected("a value of the type \(type)")
    }
  }
}
