/// The headers of a request or an answer, in order, looked up without regard to letter case.
public struct HTTPHeaders: Hashable, Sendable {
  /// One header.
  public struct Field: Hashable, Sendable {
    /// The name, spelled as it came.
    public let name: String
    /// The value, verbatim but for the spaces around it.
    public let value: String

    /// Makes a header.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// All headers, in order.
  public private(set) var fields: [Field]

  /// Makes headers out of fields, in order.
  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// The first value under a name; setting one replaces all under that name, and `nil` takes
  /// them away.
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

  /// All values under a name, in order.
  public func values(named name: String) -> [String] {
    fields.filter { Self.isSame($0.name, name) }.map(\.value)
  }

  /// Adds a header after the others, also when there is one of that name.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Lengthens the last header, for a value that goes on in the next line.
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
  /// Makes headers out of names and values, in order.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field(name: $0.0, value: $0.1) })
  }
}

extension HTTPHeaders {
  /// Whether name and value of a header have no character that cannot be sent.
  package static func canSend(name: String, value: String) -> Bool {
    isToken(name) && isValue(value)
  }

  /// Whether a text can be the name of a header, or a method.
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
  }

  /// Whether a text can be the value of a header: no line break or other control character.
  static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == UInt8(ascii: "\t") || ($0 >= 0x20 && $0 != 0x7f) }
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
