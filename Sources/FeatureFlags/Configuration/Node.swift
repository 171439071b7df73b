/// A value of a document, with the line it stands on.
package struct Node: Sendable {
  package let value: Value
  package let line: Int?
  /// The number, if it is a whole one that a `Double` may round; JSON is the only format with it.
  package let whole: Int?

  package init(value: Value, line: Int?, whole: Int? = nil) {
    self.value = value
    self.line = line
    self.whole = whole
  }

  package enum Value: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    /// A text; `isWhole` is false where half of a surrogate pair was replaced.
    case string(String, isWhole: Bool)
    case list([Node])
    case object([Member])
    /// A value that no configuration uses, as a date; the words say what it is.
    case opaque(String)
  }

  package struct Member: Sendable {
    package let key: String
    package let node: Node
  }

  /// The kind of value in words, for messages.
  package var kind: String {
    switch value {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number: "a number"
    case .string: "a text"
    case .list: "a list"
    case .object: "an object"
    case .opaque(let kind): kind
    }
  }

  /// The error that this is not what was wanted.
  package func mismatch(wanted: String) -> ConfigurationError {
    .unexpected(line: line, found: found, wanted: wanted)
  }

  /// What was found in words: a short value itself, else its kind.
  private var found: String {
    guard list == nil, members == nil, let text = JSONValue(self)?.text(), text.utf8.count <= 40
    else { return kind }
    return text
  }

  package var string: String? {
    if case .string(let text, _) = value { text } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let flag) = value { flag } else { nil }
  }

  package var number: Double? {
    if case .number(let number) = value { number } else { nil }
  }

  package var list: [Node]? {
    if case .list(let nodes) = value { nodes } else { nil }
  }

  package var members: [Member]? {
    if case .object(let members) = value { members } else { nil }
  }

  package var isNull: Bool {
    if case .null = value { true } else { false }
  }

  /// The value of a key; where it stands twice, the last one counts.
  package subscript(key: String) -> Node? {
    members?.last { $0.key == key }?.node
  }
}
