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
    case .string(let string): bytes.appendJSON(string)
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
        bytes.appendJSON(member.key)
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

  /// Appends a list or object that contains no list or object on one line; returns `false`, and appends
  /// nothing, for any other value, and if the line would exceed 140 bytes.
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
        bytes.appendJSON(member.key)
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
}
