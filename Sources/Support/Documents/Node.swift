/// A parsed value of a document, with its line number; the nodes of a document form a tree.
///
/// A node has only 24 bytes, because a document may have millions of values.
package struct Node: Sendable {
  package let value: Value
  /// The line number, counted from 1; 0 for formats without lines.
  private let lineNumber: Int32

  package init(value: Value, line: Int?) {
    self.value = value
    lineNumber = Int32(clamping: line ?? 0)
  }

  /// The line number, counted from 1; `nil` for formats without lines.
  package var line: Int? { lineNumber > 0 ? Int(lineNumber) : nil }

  package enum Value: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    /// An exact integer: in JSON, one of at least 2^53, which a `Double` may round; in YAML, any
    /// integer.
    case integer(Int)
    /// A string; the defect is the reason why it differs from the string in the document, `nil` if it does
    /// not.
    case string(String, TextDefect?)
    case list([Node])
    case object([Member])
    /// A value that no configuration uses, such as a date; the associated text names its kind.
    case opaque(String)
  }

  package struct Member: Sendable {
    package let key: String
    package let node: Node

    package init(key: String, node: Node) { (self.key, self.node) = (key, node) }
  }

  /// The kind of the value for error messages, such as "a number".
  package var kind: String {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number, .integer: "a number"
    case .string: "a text"
    case .list: "a list"
    case .object: "an object"
    case .opaque(let kind): kind
    }
  }

  /// Returns the error for a value whose kind is not the expected one.
  package func mismatch(expected: String) -> DocumentError {
    .unexpected(line: line, found: found, expected: expected)
  }

  /// The text of the value for error messages: the value itself if it is short, or else its kind.
  private var found: String {
    guard list == nil, members == nil, let text = JSONValue(self)?.text(), text.utf8.count <= 40
    else { return kind }
    return text
  }

  @inlinable package var string: String? {
    if case .string(let text, _) = value { text } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let flag) = value { flag } else { nil }
  }

  package var number: Double? {
    switch value {
    case .number(let number): number
    case .integer(let number): Double(number)
    case .null, .bool, .string, .list, .object, .opaque: nil
    }
  }

  package var list: [Node]? {
    if case .list(let nodes) = value { nodes } else { nil }
  }

  @inlinable package var members: [Member]? {
    if case .object(let members) = value { members } else { nil }
  }

  package var isNull: Bool {
    if case .null = value { true } else { false }
  }

  /// The value of the member with the given key, or `nil`; the last of duplicate keys wins.
  @inlinable package subscript(key: String) -> Node? {
    members?.last { $0.key == key }?.node
  }
}
