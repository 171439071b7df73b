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
    var bytes: [UInt8] = []
    write(to: &bytes, depth: isPretty ? 0 : nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the indented JSON of an element of a list, for a list that is written in parts.
  package func writeElement(to bytes: inout [UInt8]) {
    Self.startLine(1, in: &bytes)
    write(to: &bytes, depth: 1)
  }

  /// Appends the JSON of the value; `depth` is the number of enclosing lists and objects, or `nil`
  /// for JSON on one line.
  private func write(to bytes: inout [UInt8], depth: Int?) {
    if depth != nil, writeLine(to: &bytes) { return }
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .integer(let number): bytes.append(contentsOf: String(number).utf8)
    case .number(let number): bytes.append(contentsOf: Self.text(of: number).utf8)
    case .string(let string): Self.write(string, to: &bytes)
    case .list(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.startLine(depth.map { $0 + 1 }, in: &bytes)
        value.write(to: &bytes, depth: depth.map { $0 + 1 })
      }
      if !values.isEmpty { Self.startLine(depth, in: &bytes) }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.startLine(depth.map { $0 + 1 }, in: &bytes)
        Self.write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        if depth != nil { bytes.append(UInt8(ascii: " ")) }
        member.value.write(to: &bytes, depth: depth.map { $0 + 1 })
      }
      if !members.isEmpty { Self.startLine(depth, in: &bytes) }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func startLine(_ depth: Int?, in bytes: inout [UInt8]) {
    guard let depth else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth * 2 { bytes.append(UInt8(ascii: " ")) }
  }

  /// Appends a list or object without nested ones on one line; returns `false`, and appends nothing,
  /// if the line exceeds 140 bytes or the value is another one.
  ///
  /// Stops at the limit, because an object may have a million members.
  private func writeLine(to bytes: inout [UInt8]) -> Bool {
    let start = bytes.count
    switch self {
    case .list(let values) where !values.isEmpty && values.allSatisfy(\.isLeaf):
      bytes.append(contentsOf: "[ ".utf8)
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(contentsOf: ", ".utf8) }
        value.write(to: &bytes, depth: nil)
        if bytes.count - start > Self.lineLimit { break }
      }
      bytes.append(contentsOf: " ]".utf8)
    case .object(let members) where !members.isEmpty && members.allSatisfy({ $0.value.isLeaf }):
      bytes.append(contentsOf: "{ ".utf8)
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(contentsOf: ", ".utf8) }
        Self.write(member.key, to: &bytes)
        bytes.append(contentsOf: ": ".utf8)
        member.value.write(to: &bytes, depth: nil)
        if bytes.count - start > Self.lineLimit { break }
      }
      bytes.append(contentsOf: " }".utf8)
    case .null, .bool, .integer, .number, .string, .list, .object: return false
    }
    if bytes.count - start <= Self.lineLimit { return true }
    bytes.removeSubrange(start...)
    return false
  }

  /// The maximum number of bytes of a list or an object on one line.
  private static let lineLimit = 140

  private var isLeaf: Bool {
    switch self {
    case .null, .bool, .integer, .number, .string: true
    case .list, .object: false
    }
  }

  /// Encodes a number: integers have no decimal point, and numbers that are not finite become null.
  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    return Int64(exactly: number).map(String.init) ?? "\(number)"
  }

  /// Encodes a string in quotes, with escapes for invisible characters.
  private static func write(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      bytes.append(contentsOf: string.utf8)
    } else {
      for scalar in string.unicodeScalars { write(scalar, to: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func write(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case "\"": bytes.append(contentsOf: "\\\"".utf8)
    case "\\": bytes.append(contentsOf: "\\\\".utf8)
    case "\n": bytes.append(contentsOf: "\\n".utf8)
    case "\r": bytes.append(contentsOf: "\\r".utf8)
    case "\t": bytes.append(contentsOf: "\\t".utf8)
    case _ where scalar.isInvisible:
      for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
        let digits = String(unit, radix: 16)
        bytes.append(contentsOf: "\\u".utf8)
        bytes.append(contentsOf: String(repeating: "0", count: 4 - digits.count).utf8)
        bytes.append(contentsOf: digits.utf8)
      }
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
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
