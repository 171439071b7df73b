/// The headers of a request or a response, in order; names are compared case-insensitively.
public struct HTTPHeaders: Hashable, Sendable {
  /// One header; a name may occur more than once.
  public struct Field: Hashable, Sendable {
    /// The name in its original letter case.
    public let name: String
    /// The value, without surrounding white space if it was received.
    public let value: String

    /// Creates a header; its characters are validated when the request is sent.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// All headers, in the order in which they are sent or were received.
  public private(set) var fields: [Field]

  /// Creates headers in the given order; a name may occur more than once.
  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// The first value of the header with the given name; `nil` if there is no such header.
  ///
  /// Setting a value replaces all headers with this name; setting `nil` removes them.
  public subscript(name: String) -> String? {
    get { fields.first { Self.isSame($0.name, name) }?.value }
    set {
      guard let newValue else {
        fields.removeAll { Self.isSame($0.name, name) }
        return
      }
      guard let first = fields.firstIndex(where: { Self.isSame($0.name, name) }) else {
        fields.append(Field(name: name, value: newValue))
        return
      }
      fields[first] = Field(name: name, value: newValue)
      let rest = fields[(first + 1)...].filter { !Self.isSame($0.name, name) }
      fields.replaceSubrange((first + 1)..., with: rest)
    }
  }

  /// The values of all headers with the given name, in order.
  public func values(named name: String) -> [String] {
    fields.filter { Self.isSame($0.name, name) }.map(\.value)
  }

  /// Appends a header, even if a header with the same name exists.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Appends text to the value of the last header, because RFC 9112 allows folded lines in responses.
  mutating func continueLast(with value: String) {
    guard let last = fields.popLast() else { return }
    fields.append(Field(name: last.name, value: last.value + " " + value))
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count
      && zip(left.utf8, right.utf8).allSatisfy { lowercase($0) == lowercase($1) }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Creates headers in the order of a dictionary literal; a name may occur more than once.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field(name: $0.0, value: $0.1) })
  }
}

extension HTTPHeaders {
  /// Whether the name and the value contain only characters that are allowed in a header.
  package static func canSend(name: String, value: String) -> Bool {
    isToken(name) && isValue(value)
  }

  /// Whether the text is a token of RFC 9110: header names and methods must be tokens.
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  /// Whether the text is valid as the value of a header: it has no control characters except tabs.
  static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == UInt8(ascii: "\t") || ($0 >= 0x20 && $0 != 0x7f) }
  }
}
