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

extension JSONValue {
  /// Parses a JSON or JSON5 text; `nil` if the text is malformed or has a number that is not
  /// finite.
  package init?(parsing text: String, depthLimit: Int = JSONReader.depthLimit) {
    // Drops the parse error: callers report that JSON was expected.
    guard let node = try? JSONReader.read(Array(text.utf8), depthLimit: depthLimit) else {
      return nil
    }
    self.init(node)
  }

  /// Converts a parsed value; `nil` for a value that JSON cannot express, such as a date.
  package init?(_ node: Node) {
    switch node.value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let number):
      guard number.isFinite else { return nil }
      self = .number(number)
    case .integer(let number): self = .integer(number)
    case .string(let text, _): self = .string(text)
    case .list(let nodes):
      let values = nodes.compactMap { JSONValue($0) }
      guard values.count == nodes.count else { return nil }
      self = .list(values)
    case .object(let entries):
      let members = entries.compactMap { entry in
        JSONValue(entry.node).map { (key: entry.key, value: $0) }
      }
      guard members.count == entries.count else { return nil }
      self = .object(members)
    case .opaque: return nil
    }
  }
}

extension JSONValue {
  /// Encodes the value as an XML property list, which ``PropertyList`` parses.
  ///
  /// A property list has no null: members with the value null, or with a number that is not finite,
  /// are omitted, and an element of a list becomes `$null`, as Foundation's encoder writes it.
  /// Characters that XML cannot represent are replaced by U+FFFD.
  package func propertyList() -> String {
    var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
    text += #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "#
    text += #""http://www.apple.com/DTDs/PropertyList-1.0.dtd">"# + "\n"
    text += #"<plist version="1.0">"#
    writeElement(to: &text, indent: "\n")
    return text + "\n</plist>\n"
  }

  private func writeElement(to text: inout String, indent: String) {
    text += indent
    switch self {
    case .bool(let flag): text += flag ? "<true/>" : "<false/>"
    case .integer(let number): text += "<integer>\(number)</integer>"
    case .number(let number):
      // A whole number is an integer, because readers of integers reject `<real>`.
      text += Int64(exactly: number).map { "<integer>\($0)</integer>" } ?? "<real>\(number)</real>"
    case .string(let string):
      text += "<string>"
      Self.writeCharacters(of: string, to: &text)
      text += "</string>"
    case .null: text += "<string>$null</string>"
    case .list(let values):
      guard !values.isEmpty else { return text += "<array/>" }
      text += "<array>"
      for value in values { value.elementOfList.writeElement(to: &text, indent: indent + "\t") }
      text += indent + "</array>"
    case .object(let members): Self.write(members, to: &text, indent: indent)
    }
  }

  private static func write(
    _ members: [(key: String, value: JSONValue)],
    to text: inout String,
    indent: String
  ) {
    let present = members.filter { $0.value.isExpressible }
    guard !present.isEmpty else { return text += "<dict/>" }
    text += "<dict>"
    for (key, value) in present {
      text += indent + "\t<key>"
      writeCharacters(of: key, to: &text)
      text += "</key>"
      value.writeElement(to: &text, indent: indent + "\t")
    }
    text += indent + "</dict>"
  }

  /// Whether a property list can express the value itself, without regard to its elements.
  private var isExpressible: Bool {
    switch self {
    case .null: false
    case .number(let number): number.isFinite
    case .bool, .integer, .string, .list, .object: true
    }
  }

  private var elementOfList: JSONValue { isExpressible ? self : .null }

  private static func writeCharacters(of string: String, to text: inout String) {
    for scalar in string.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      // An XML parser converts a literal carriage return to a line feed.
      case "\r": text += "&#13;"
      case "\t", "\n": text.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
