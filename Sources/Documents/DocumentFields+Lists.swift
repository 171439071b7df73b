/// Decodes lists of objects and scalars; inlinable, so that the compiler specializes them for plain
/// values and for nodes.
extension DocumentFields {
  /// Returns the elements of an optional list; empty if the field is missing or null.
  @inlinable package func list(_ key: StaticString) -> [Value] {
    value(key)?.elements.map(Array.init) ?? []
  }

  /// Decodes the elements of an optional list; `nil` if the field is missing or null.
  @inlinable package func decoded<Element>(
    _ key: StaticString,
    of read: (Value) throws(DocumentError) -> Element
  ) throws(DocumentError) -> [Element]? {
    guard value(key) != nil else { return nil }
    let values = try elements(key)
    var elements: [Element] = []
    elements.reserveCapacity(values.underestimatedCount)
    for value in values {
      do { elements.append(try read(value)) } catch {
        throw error.inside("\(key)[\(elements.count)]")
      }
    }
    return elements
  }

  /// Decodes the objects of an optional list; `nil` if the field is missing or null.
  @inlinable package func optionalObjects<Element>(
    _ key: StaticString,
    of read: (Value.Fields) throws(DocumentError) -> Element
  ) throws(DocumentError) -> [Element]? {
    try decoded(key) { value throws(DocumentError) in try read(try value.fields()) }
  }

  /// Decodes the objects of an optional list; empty if the field is missing or null.
  @inlinable package func objects<Element>(
    _ key: StaticString,
    of read: (Value.Fields) throws(DocumentError) -> Element
  ) throws(DocumentError) -> [Element] {
    try optionalObjects(key, of: read) ?? []
  }

  /// Decodes the texts of an optional list, in which numbers are allowed; empty if the field is
  /// missing or null.
  @inlinable package func scalars(_ key: StaticString) throws(DocumentError) -> [String] {
    try decoded(key) { value throws(DocumentError) in
      guard let text = value.scalar else { throw value.mismatch(expected: "a text") }
      return text
    } ?? []
  }

  /// Decodes the texts of an optional list; empty if the field is missing or null.
  @inlinable package func strings(_ key: StaticString) throws(DocumentError) -> [String] {
    try decoded(key) { value throws(DocumentError) in
      guard let text = value.string else { throw value.mismatch(expected: "a text") }
      return text
    } ?? []
  }

  /// Decodes an optional text; `nil` also for an empty one.
  @inlinable package func filledText(_ key: StaticString) throws(DocumentError) -> String? {
    try optionalText(key).flatMap { $0.isEmpty ? nil : $0 }
  }

  @inlinable package func optionalWholeNumber(_ key: StaticString) throws(DocumentError) -> Int? {
    value(key) == nil ? nil : try wholeNumber(key)
  }

  /// Decodes an optional object; `nil` if the field is missing or null.
  @inlinable package func optionalObject<Object>(
    _ key: StaticString,
    of read: (Value.Fields) throws(DocumentError) -> Object
  ) throws(DocumentError) -> Object? {
    guard let value = value(key) else { return nil }
    do { return try read(try value.fields()) } catch { throw error.inside(key.description) }
  }

  /// Decodes an optional text, for which some exporters write a number or a Boolean.
  @inlinable package func optionalScalar(_ key: StaticString) throws(DocumentError) -> String? {
    guard let value = value(key) else { return nil }
    guard let text = value.scalar else {
      throw value.mismatch(expected: "a text").inside(key.description)
    }
    return text
  }
}

extension DocumentValue {
  /// The text of a string, a number or a Boolean; `nil` for another value.
  @usableFromInline var scalar: String? {
    if let string { return string }
    return switch node.value {
    case .bool, .number, .integer: JSONValue(node)?.text()
    case .null, .string, .list, .object, .opaque: nil
    }
  }
}
