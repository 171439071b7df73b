/// A value that is encoded as JSON; objects keep the order of their keys.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  /// An integer, encoded exactly even if a `Double` would round it.
  case integer(Int)
  case number(Double)
  case string(String)
  case list([JSONValue])
  case object([(key: String, value: JSONValue)])

  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    left.text() == right.text()
  }

  /// Wraps a string; `nil` becomes null.
  package static func text(_ text: String?) -> JSONValue {
    text.map(JSONValue.string) ?? .null
  }

  /// Wraps a Boolean; `nil` becomes null.
  package static func flag(_ flag: Bool?) -> JSONValue {
    flag.map(JSONValue.bool) ?? .null
  }

  /// Wraps a number; `nil` becomes null.
  package static func optionalNumber(_ number: Double?) -> JSONValue {
    number.map(JSONValue.number) ?? .null
  }

  /// A copy with the keys of all objects sorted; the last of duplicate keys wins.
  package var sorted: JSONValue {
    switch self {
    case .null, .bool, .integer, .number, .string: return self
    case .list(let values): return .list(values.map(\.sorted))
    case .object(let members):
      let last = Dictionary(members.map { ($0.key, $0.value) }) { $1 }
      return .object(last.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted) })
    }
  }

  /// Encodes the value as JSON on one line, or indented if `isPretty`.
  ///
  /// Indented JSON puts a list or object on one line if it is short and contains no list or object.
  package func text(isPretty: Bool = false) -> String {
    var text = ""
    write(to: &text, indent: isPretty ? "\n" : nil)
    return text
  }

  private func write(to text: inout String, indent: String?) {
    if indent != nil, let line = lineOfLeaves { return text += line }
    switch self {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .number(let number): text += Self.text(of: number)
    case .string(let string): Self.write(string, to: &text)
    case .list(let values):
      Self.write(values, between: ("[", "]"), to: &text, indent: indent) { value, text, indent in
        value.write(to: &text, indent: indent)
      }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &text, indent: indent) { member, text, indent in
        Self.write(member.key, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  /// A list or object without nested ones, encoded on one line; `nil` if the line exceeds 140
  /// bytes.
  private var lineOfLeaves: String? {
    let parts: [String]
    let brackets: (String, String)
    switch self {
    case .list(let values) where !values.isEmpty && values.allSatisfy(\.isLeaf):
      parts = values.map { $0.text() }
      brackets = ("[ ", " ]")
    case .object(let members) where !members.isEmpty && members.allSatisfy({ $0.value.isLeaf }):
      parts = members.map { JSONValue.string($0.key).text() + ": " + $0.value.text() }
      brackets = ("{ ", " }")
    case .null, .bool, .integer, .number, .string, .list, .object: return nil
    }
    let line = brackets.0 + parts.joined(separator: ", ") + brackets.1
    return line.utf8.count <= 140 ? line : nil
  }

  private var isLeaf: Bool {
    switch self {
    case .null, .bool, .integer, .number, .string: true
    case .list, .object: false
    }
  }

  private static func write<Element>(
    _ elements: [Element],
    between brackets: (String, String),
    to text: inout String,
    indent: String?,
    element write: (Element, inout String, String?) -> Void
  ) {
    text += brackets.0
    let inner = indent.map { $0 + "  " }
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      text += inner ?? ""
      write(element, &text, inner)
    }
    if !elements.isEmpty { text += indent ?? "" }
    text += brackets.1
  }

  /// Encodes a number: integers have no decimal point, and numbers that are not finite become null.
  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    return Int64(exactly: number).map(String.init) ?? "\(number)"
  }

  /// Encodes a string in quotes, with escapes for invisible characters.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isInvisible:
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          let digits = String(unit, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is invisible, or changes the display of the text around it.
  ///
  /// Control characters, line and paragraph separators, bidi controls, zero-width and other format
  /// characters, and variation selectors are invisible; spaces and combining marks are not.
  fileprivate var isInvisible: Bool {
    if value < 0x7F { return value < 0x20 }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }
}
