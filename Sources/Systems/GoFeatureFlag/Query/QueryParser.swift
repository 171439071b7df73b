import Targeting

/// Parses a query of a rule.
///
/// White space matters: exactly one space separates the parts, except in parentheses and after the comma of a
/// list. Like the original parser, it ignores text after a complete query.
struct QueryParser {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  /// The maximum depth of nested parentheses.
  private static let depthLimit = 100
  /// The words that cannot be names of attributes.
  private static let words: Set<String> = Set(Query.Comparator.bySpelling.keys)
    .union(["and", "or", "not", "NOT", "pr", "true", "false", "null"])

  /// Parses a text; `nil` if it does not begin with a query.
  static func parse(_ text: String) -> Query? {
    var parser = QueryParser(text)
    return parser.query()
  }

  /// Joins the lines of a query, without the spaces at their beginnings.
  static func joined(_ text: String) -> String {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0.drop { $0 == UInt8(ascii: " ") })) }.joined()
  }

  private init(_ text: String) { bytes = Array(text.utf8) }

  private mutating func query() -> Query? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit, let first = operand() else { return nil }
    var rest: [(isAnd: Bool, query: Query)] = []
    while true {
      let start = index
      let name = skip(" ") ? word() : ""
      guard name == "and" || name == "or" else {
        index = start
        return rest.isEmpty ? first : .chain(first, rest)
      }
      let operand = skip(" ") ? operand() : nil
      rest.append((name == "and", operand ?? .broken))
      if operand == nil { return .chain(first, rest) }
    }
  }

  private mutating func operand() -> Query? {
    let start = index
    let name = word()
    if name == "not" || name == "NOT" {
      _ = skip(" ")
      return parenthesis().map(Query.not)
    }
    index = start
    if peek == UInt8(ascii: "(") { return parenthesis() }
    guard let path = path(), skip(" ") else { return nil }
    let comparator = comparatorText()
    if comparator == "pr" { return .presence(path) }
    guard let comparator = Query.Comparator.bySpelling[comparator], skip(" "), let value = literal()
    else { return nil }
    return .comparison(path, comparator, value)
  }

  private mutating func parenthesis() -> Query? {
    guard skip("(") else { return nil }
    _ = skip(" ")
    guard let inner = query() else { return nil }
    _ = skip(" ")
    return skip(")") ? inner : nil
  }
}

// MARK: Names

extension QueryParser {
  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skip(_ text: StaticString) -> Bool {
    guard
      bytes[index...].starts(
        with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
      )
    else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  private mutating func take(while isMember: (UInt8) -> Bool) -> String {
    let start = index
    while let byte = peek, isMember(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Reads a name: a letter, then letters, digits, `-`, `_` and `:`; empty for none.
  private mutating func word() -> String {
    guard let first = peek, Self.isLetter(first) else { return "" }
    return take { byte in
      Self.isLetter(byte) || Self.isDigit(byte) || "-_:".utf8.contains(byte)
    }
  }

  private mutating func path() -> Query.Path? {
    var names: [String] = []
    repeat {
      let name = word()
      guard !name.isEmpty, !Self.words.contains(name) else { return nil }
      names.append(name)
    } while skip(".")
    return Query.Path(names: names)
  }

  private mutating func comparatorText() -> String {
    let name = word()
    return name.isEmpty ? take { "=!<>".utf8.contains($0) } : name
  }
}

// MARK: Literals

extension QueryParser {
  private mutating func literal() -> Query.Literal? {
    switch peek {
    case UInt8(ascii: "\"")?: return string().map(Query.Literal.string)
    case UInt8(ascii: "[")?: return list()
    case let byte? where Self.isLetter(byte):
      switch word() {
      case "true": return .bool(true)
      case "false": return .bool(false)
      case "null": return .null
      default: return nil
      }
    default: return number()
    }
  }

  /// Reads a string in quotation marks; its escape sequences remain as they are.
  private mutating func string() -> String? {
    guard skip("\"") else { return nil }
    let start = index
    while let byte = peek {
      if byte == UInt8(ascii: "\"") {
        index += 1
        return String(decoding: bytes[start..<index - 1], as: UTF8.self)
      }
      index += byte == UInt8(ascii: "\\") && index + 1 < bytes.count ? 2 : 1
    }
    return nil
  }

  /// Reads a version, a number with a point, or an integer.
  private mutating func number() -> Query.Literal? {
    let start = index
    let sign = skip("-") ? "-" : ""
    let whole = take(while: Self.isDigit)
    guard !whole.isEmpty else { return nil }
    guard peek == UInt8(ascii: "."), index + 1 < bytes.count, Self.isDigit(bytes[index + 1]) else {
      return Int(sign + whole).map(Query.Literal.integer)
    }
    index += 1
    var fraction = take(while: Self.isDigit)
    if sign.isEmpty, peek == UInt8(ascii: "."), index + 1 < bytes.count,
      Self.isDigit(bytes[index + 1])
    {
      index = start
      let text = take { byte in
        Self.isLetter(byte) || Self.isDigit(byte) || ".-+".utf8.contains(byte)
      }
      return SemanticVersion(text).map { .version(text, $0) }
    }
    if skip("e") || skip("E") {
      fraction += skip("-") ? "e-" : "e"
      _ = skip("+")
      fraction += take(while: Self.isDigit)
    }
    return Double("\(sign)\(whole).\(fraction)").map(Query.Literal.decimal)
  }

  /// Reads a list of strings, or of numbers of one kind, which is not empty.
  private mutating func list() -> Query.Literal? {
    guard skip("[") else { return nil }
    var values: [Query.Literal] = []
    repeat {
      if !values.isEmpty { _ = take { $0 == 0x20 } }
      guard let value = peek == UInt8(ascii: "\"") ? string().map(Query.Literal.string) : number()
      else { return nil }
      values.append(value)
    } while skip(",")
    guard skip("]") else { return nil }
    let strings = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    if strings.count == values.count { return .strings(strings) }
    let integers = values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    if integers.count == values.count { return .integers(integers) }
    let decimals = values.compactMap { if case .decimal(let number) = $0 { number } else { nil } }
    return decimals.count == values.count ? .decimals(decimals) : nil
  }
}
