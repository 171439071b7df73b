package import Documents
import FlagSystem
import Text

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .string(text) }
  package init(booleanLiteral flag: Bool) { self = .bool(flag) }
  package init(integerLiteral number: Int) { self = .integer(number) }
  package init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
  /// Creates an object with the members in the order of the literal.
  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { (key: $0, value: $1) })
  }
}

extension JSONValue {
  /// The value as a whole number; `nil` for a number with a fraction, and for other values.
  var integer: Int? {
    switch self {
    case .integer(let number): number
    case .number(let number): Int(exactly: number)
    case .null, .bool, .string, .list, .object: nil
    }
  }

  /// The value as a word of a command line: a text itself, any other value as JSON.
  var word: String { string ?? text() }

  /// The object with further members at its end.
  func adding(_ other: JSONValue) -> JSONValue { .object((members ?? []) + (other.members ?? [])) }

  /// The text of the value at a path of names, such as `to.state`; of a list, of each element.
  ///
  /// The name `*` stands for the names of all members.
  func at(_ path: some StringProtocol) -> String {
    let values = path.split(separator: ".").reduce([self]) { values, name in
      values.flatMap { $0.list ?? [$0] }.flatMap { value in
        name == "*"
          ? (value.members ?? []).map { .string($0.key) } : value[String(name)].map { [$0] } ?? []
      }
    }
    return values.flatMap { $0.list ?? [$0] }.map(\.word).joined(separator: ", ")
  }

  /// The value with escaped control and format characters in all of its texts and names.
  var escaped: JSONValue {
    func safe(_ text: String) -> String {
      String(decoding: PrintableData.escaped(Array(text.utf8)), as: UTF8.self)
    }
    return switch self {
    case .string(let text): .string(safe(text))
    case .list(let values): .list(values.map(\.escaped))
    case .object(let members): .object(members.map { (safe($0.key), $0.value.escaped) })
    case .null, .bool, .integer, .number: self
    }
  }
}
