/// A JSON document whose values are edited in place, while all other text stays as it is: white space,
/// the spelling of numbers, the order of members, and unknown members.
///
/// A value is parsed into members or elements when one of them is read or edited, which takes time that is
/// linear in the size of the value. A copy of a value is independent of the document, so that an edited copy
/// of a rule can be inserted in front of the rule.
///
/// The document must be valid; ``JSONReader`` validates it. Of members with the same key, the last one
/// counts, as in the reader.
package struct JSONTree: Sendable {
  private typealias Text = ArraySlice<UInt8>

  /// A member of an object, or an element of a list.
  private struct Part: Sendable {
    /// The text in front of the value: white space, comments, and the key with its colon; empty for a new
    /// member.
    var lead: Text = []
    /// The key of a member; empty for an element.
    var key = ""
    var value: JSONTree
    /// The text between the value and the comma.
    var trail: Text = []
  }

  private struct Content: Sendable {
    let bracket: UInt8
    /// The text up to the opening bracket, or up to the closing one of an empty list.
    let opening: Text
    var parts: [Part]
    /// The text after the last part, with the closing bracket.
    let closing: Text

    mutating func swapLeads(_ first: Int, _ second: Int) {
      (parts[first].lead, parts[second].lead) = (parts[second].lead, parts[first].lead)
    }
  }

  /// The text without edits.
  private let source: Text
  /// The parts of an object or a list; `nil` before the first edit.
  private var edited: Content?

  /// Creates the tree of a document that was parsed without an error.
  package init(_ document: [UInt8]) {
    source = document.starts(with: [0xEF, 0xBB, 0xBF]) ? document.dropFirst(3) : document[...]
  }

  private init(_ source: Text) { self.source = source }

  private init(_ brackets: String, _ parts: [Part]) {
    source = Array(brackets.utf8)[...]
    let (opening, closing) = (source.prefix(1), source.suffix(1))
    edited = Content(bracket: source[0], opening: opening, parts: parts, closing: closing)
  }
}

// MARK: Reading

extension JSONTree {
  /// The text in UTF-8, with all edits.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count + 1_024)
    write(to: &bytes)
    return bytes
  }

  /// The text, with all edits.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The value of a string; `nil` for a value of another kind.
  package var string: String? {
    source.withUnsafeBufferPointer { JSONText.string(0..<$0.count, $0) }
  }

  package var isObject: Bool { bracket == UInt8(ascii: "{") }
  package var isList: Bool { bracket == UInt8(ascii: "[") }
  package var isNull: Bool { source.elementsEqual("null".utf8) }

  /// The members of an object in the order of the document; empty for a value of another kind.
  package var members: [(key: String, value: JSONTree)] {
    isObject ? parts.map { ($0.key, $0.value) } : []
  }

  /// The elements of a list; empty for a value of another kind.
  package var elements: [JSONTree] { isList ? parts.map(\.value) : [] }

  /// The elements of the list of a member; empty without such a list.
  package func elements(of key: String) -> [JSONTree] { self[.key(key)]?.elements ?? [] }

  private var parts: [Part] { edited?.parts ?? Self.content(of: source)?.parts ?? [] }

  /// The opening bracket of an object or a list, or the first byte of another value.
  private var bracket: UInt8? {
    edited?.bracket
      ?? source.withUnsafeBufferPointer { bytes in
        let first = JSONText.afterSpace(0, bytes)
        return first < bytes.count ? bytes[first] : nil
      }
  }

  private static func content(of source: Text) -> Content? {
    source.withUnsafeBufferPointer { bytes in
      let opening = JSONText.afterSpace(0, bytes)
      guard let found = JSONText.parts(of: opening, bytes) else { return nil }
      func text(_ start: Int, _ end: Int) -> Text {
        source[(source.startIndex + start)..<(source.startIndex + end)]
      }
      var parts: [Part] = []
      parts.reserveCapacity(found.count)
      var start = opening + 1
      for (index, part) in found.enumerated() {
        let (value, isLast) = (part.value, index + 1 == found.count)
        let end = isLast ? value.upperBound : JSONText.afterSpace(value.upperBound, bytes)
        parts.append(
          Part(
            lead: text(start, value.lowerBound),
            key: part.key,
            value: JSONTree(text(value.lowerBound, value.upperBound)),
            trail: text(value.upperBound, end)
          )
        )
        start = isLast ? end : end + 1
      }
      let bracket = bytes[opening]
      if parts.isEmpty, bracket == UInt8(ascii: "[") { start = JSONText.afterSpace(start, bytes) }
      return Content(
        bracket: bracket,
        opening: text(0, parts.isEmpty ? start : opening + 1),
        parts: parts,
        closing: text(start, bytes.count)
      )
    }
  }

  private func write(to bytes: inout [UInt8]) {
    guard let edited else { return bytes.append(contentsOf: source) }
    bytes.append(contentsOf: edited.opening)
    for (index, part) in edited.parts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if part.lead.isEmpty, isObject {
        bytes.appendJSON(part.key)
        bytes.append(UInt8(ascii: ":"))
      }
      bytes.append(contentsOf: part.lead)
      part.value.write(to: &bytes)
      bytes.append(contentsOf: part.trail)
    }
    bytes.append(contentsOf: edited.closing)
  }
}

// MARK: Editing

extension JSONTree {
  /// A step from a value to one of its parts.
  package enum Step: ExpressibleByStringLiteral, Hashable, Sendable {
    case key(String)
    case index(Int)

    package init(stringLiteral value: String) { self = .key(value) }
  }

  /// The value of a member, or the element of a list; `nil` if the value has no such part.
  ///
  /// Setting a missing member inserts it before the members of the document; setting a missing element
  /// does nothing. Setting `nil` removes an element, or all members with the key.
  package subscript(step: Step) -> JSONTree? {
    get {
      let parts = parts
      return position(of: step, in: parts).map { parts[$0].value }
    }
    _modify {
      parse()
      let position = position(of: step, in: edited?.parts ?? [])
      var value = position.flatMap { edited?.parts[$0].value }
      // Releases the value in the parts, so that the caller edits the only copy.
      if let position { edited?.parts[position].value = .null }
      defer { set(step, at: position, to: value) }
      yield &value
    }
  }

  /// The value to which the steps of a path lead; `nil` if there is none.
  package subscript(path: [Step]) -> JSONTree? {
    path.reduce(self) { $0?[$1] }
  }

  /// Edits the value to which the steps of a path lead; does nothing if there is none.
  package mutating func update(at path: [Step], _ body: (inout JSONTree) -> Void) {
    guard let step = path.first else { return body(&self) }
    self[step]?.update(at: Array(path.dropFirst()), body)
  }

  /// Edits each member of an object, or each element of a list; the key of an element is empty.
  package mutating func update(_ body: (_ key: String, _ value: inout JSONTree) -> Void) {
    parse()
    guard var content = edited else { return }
    edited = nil
    for index in content.parts.indices {
      body(content.parts[index].key, &content.parts[index].value)
    }
    edited = content
  }

  /// Inserts an element into a list; `index` must not exceed the number of elements.
  package mutating func insert(_ element: JSONTree, at index: Int) {
    parse()
    guard let count = edited?.parts.count else { return }
    edited?.parts.insert(Part(value: element), at: index)
    // The white space in front of the former element stays in front of the new one.
    if index < count { edited?.swapLeads(index, index + 1) }
  }

  /// Appends an element to the list of a member, which replaces any other value; creates a missing list.
  package mutating func append(_ element: JSONTree, to key: String) {
    let count = self[.key(key)].flatMap { $0.isList ? $0.parts.count : nil }
    guard let count else { return self[.key(key)] = [element] }
    self[.key(key)]?.insert(element, at: count)
  }

  /// Parses the parts of an object or a list once, instead of at each read.
  package mutating func parse() {
    if edited == nil { edited = Self.content(of: source) }
  }

  private func position(of step: Step, in parts: [Part]) -> Int? {
    switch step {
    case .key(let key): isObject ? parts.lastIndex { $0.key == key } : nil
    case .index(let index): isList && parts.indices.contains(index) ? index : nil
    }
  }

  private mutating func set(_ step: Step, at position: Int?, to value: JSONTree?) {
    switch (step, position, value) {
    case (_, let position?, let value?): edited?.parts[position].value = value
    case (.key(let key), _?, nil): edited?.parts.removeAll { $0.key == key }
    case (.index, let position?, nil): edited?.parts.remove(at: position)
    case (.key(let key), nil, let value?):
      guard isObject, let count = edited?.parts.count else { break }
      let index = edited?.parts.firstIndex { !$0.lead.isEmpty } ?? count
      edited?.parts.insert(Part(key: key, value: value), at: index)
    case (.index, nil, _), (_, nil, nil): break
    }
  }
}

// MARK: New values

extension JSONTree {
  package static let null = JSONTree(json: "null")

  /// Creates a value from JSON, which must be valid.
  package init(json: String) { self.init(Array(json.utf8)) }

  package init(_ value: JSONValue) { self.init(json: value.text()) }

  /// Creates an object.
  package init(members: [(key: String, value: JSONTree)]) {
    self.init("{}", members.map { Part(key: $0.key, value: $0.value) })
  }

  /// Creates a list.
  package init(elements: [JSONTree]) {
    self.init("[]", elements.map { Part(value: $0) })
  }

  package static func string(_ text: String) -> JSONTree { JSONTree(JSONValue.string(text)) }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self.init(json: "\(value)") }
  package init(booleanLiteral value: Bool) { self.init(json: "\(value)") }
}

extension JSONTree: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  package init(arrayLiteral elements: JSONTree...) { self.init(elements: elements) }

  package init(dictionaryLiteral members: (String, JSONTree)...) {
    self.init(members: members.map { (key: $0.0, value: $0.1) })
  }
}
