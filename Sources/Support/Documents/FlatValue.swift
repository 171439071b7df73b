/// A value of a ``FlatDocument``; its errors have no lines, and only mean that the document must be
/// parsed into nodes.
package struct FlatValue: DocumentValue {
  let document: UnsafeMutablePointer<FlatDocument>
  let index: Int

  init(document: UnsafeMutablePointer<FlatDocument>, index: Int) {
    (self.document, self.index) = (document, index)
  }

  private var token: FlatDocument.Token { document.pointee.tokens[index] }

  package func fields() throws(DocumentError) -> FlatFields {
    guard token.kind == .object else { throw Self.mismatch }
    return FlatFields(object: self)
  }

  package var string: String? { document.pointee.text(of: token) }

  package var isObject: Bool { token.kind == .object }

  package var line: Int? { nil }

  /// The error of any malformed value; parsing the document into nodes again finds the reason.
  static var mismatch: DocumentError { .empty }

  package func mismatch(expected: String) -> DocumentError { Self.mismatch }

  var bool: Bool? {
    switch token.kind {
    case .yes: true
    case .no: false
    case .null, .number, .text, .decodedText, .list, .object: nil
    }
  }

  var number: Double? { token.kind == .number ? token.number : nil }

  var isNull: Bool { token.kind == .null }

  /// The number of members of an object.
  var memberCount: Int { Int(token.start) }

  /// The value whose tokens follow the tokens of this value.
  var next: FlatValue {
    let token = token
    return FlatValue(document: document, index: token.isContainer ? Int(token.extent) : index + 1)
  }

  /// The first element of a list, or the key of the first member of an object.
  var first: FlatValue { FlatValue(document: document, index: index + 1) }

  package var elements: SimpleElements? {
    let token = token
    return token.kind == .list ? SimpleElements(next: first, count: Int(token.start)) : nil
  }

  package var entries: [(key: String, value: FlatValue)]? {
    isObject ? members { (key: $0, value: $1) } : nil
  }

  @inline(__always)
  private func members<Member>(_ member: (String, FlatValue) -> Member) -> [Member] {
    var members: [Member] = []
    members.reserveCapacity(memberCount)
    var key = first
    for _ in 0..<memberCount {
      let value = key.next
      members.append(member(key.string ?? "", value))
      key = value.next
    }
    return members
  }

  package var node: Node { Node(value: nodeValue, line: nil) }

  private var nodeValue: Node.Value {
    let token = token
    switch token.kind {
    case .null: return .null
    case .no: return .bool(false)
    case .yes: return .bool(true)
    case .number: return .number(token.number)
    case .text, .decodedText: return .string(string ?? "", nil)
    case .list:
      return .list(elements?.map(\.node) ?? [])
    case .object:
      return .object(members { Node.Member(key: $0, node: $1.node) })
    }
  }
}

/// The elements of a list in a ``FlatDocument``, in the order of the document.
package struct SimpleElements: Sequence, IteratorProtocol {
  private var following: FlatValue
  private var count: Int

  init(next: FlatValue, count: Int) { (following, self.count) = (next, count) }

  package var underestimatedCount: Int { count }

  package mutating func next() -> FlatValue? {
    guard count > 0 else { return nil }
    defer { (following, count) = (following.next, count - 1) }
    return following
  }
}
