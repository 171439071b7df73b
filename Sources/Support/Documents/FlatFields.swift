/// Decodes the fields of an object of a ``FlatDocument``.
package struct FlatFields: DocumentFields {
  private let object: FlatValue

  init(object: FlatValue) { self.object = object }

  package func value(_ key: StaticString) -> FlatValue? {
    find(key).flatMap { $0.isNull ? nil : $0 }
  }

  package func contains(_ key: StaticString) -> Bool { find(key) != nil }

  private func find(_ key: StaticString) -> FlatValue? {
    let (start, tokens) = (object.document.pointee.start, object.document.pointee.tokens)
    var index = object.index + 1
    var found: Int?
    for _ in 0..<object.memberCount {
      let token = tokens[index]
      let isFound =
        token.kind == .text
        ? token.isEqual(to: key, in: start)
        : object.document.pointee.text(of: token) == key.description
      index += 1
      if isFound { found = index }
      index = tokens[index].isContainer ? Int(tokens[index].extent) : index + 1
    }
    return found.map { FlatValue(document: object.document, index: $0) }
  }

  package func required(
    _ key: StaticString,
    expected: String
  ) throws(DocumentError) -> FlatValue {
    try required(key)
  }

  private func required(_ key: StaticString) throws(DocumentError) -> FlatValue {
    guard let value = value(key) else { throw FlatValue.mismatch }
    return value
  }
}

// MARK: Texts, flags and numbers

extension FlatFields {
  package func text(_ key: StaticString) throws(DocumentError) -> String {
    try Self.text(of: required(key))
  }

  package func optionalText(_ key: StaticString) throws(DocumentError) -> String? {
    guard let value = value(key) else { return nil }
    return try Self.text(of: value)
  }

  package func flag(_ key: StaticString) throws(DocumentError) -> Bool {
    guard let flag = try required(key).bool else { throw FlatValue.mismatch }
    return flag
  }

  package func optionalFlag(_ key: StaticString) throws(DocumentError) -> Bool? {
    value(key) == nil ? nil : try flag(key)
  }

  package func wholeNumber(_ key: StaticString) throws(DocumentError) -> Int {
    guard let number = try required(key).number, let whole = Int(exactly: number) else {
      throw FlatValue.mismatch
    }
    return whole
  }

  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: StaticString,
    of type: Choice.Type
  ) throws(DocumentError) -> Choice {
    guard let choice = Choice(rawValue: try text(key)) else { throw FlatValue.mismatch }
    return choice
  }

  private static func text(of value: FlatValue) throws(DocumentError) -> String {
    guard let text = value.string else { throw FlatValue.mismatch }
    return text
  }
}

// MARK: Lists and objects

extension FlatFields {
  package func elements(_ key: StaticString) throws(DocumentError) -> SimpleElements {
    guard let elements = try required(key).elements else { throw FlatValue.mismatch }
    return elements
  }

  package func textsByKey(_ key: StaticString) throws(DocumentError) -> [String: String] {
    let object = try required(key)
    guard object.isObject else { throw FlatValue.mismatch }
    var texts: [String: String] = [:]
    texts.reserveCapacity(object.memberCount)
    var member = object.first
    for _ in 0..<object.memberCount {
      let value = member.next
      texts[try Self.text(of: member)] = try Self.text(of: value)
      member = value.next
    }
    return texts
  }
}
