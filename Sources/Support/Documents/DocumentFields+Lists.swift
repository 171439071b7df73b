/// Decodes lists of objects and scalars; inlinable, so that the compiler specializes the methods for
/// ``FlatValue`` and for ``Node``.
extension DocumentFields {
  /// Returns the elements of an optional list; empty if the field is missing, null or not a list.
  @inlinable package func list(_ key: StaticString) -> [Value] {
    value(key)?.elements.map(Array.init) ?? []
  }

  /// Decodes the objects of an optional list; `nil` if the field is missing or null.
  @inlinable package func optionalObjects<Element>(
    _ key: StaticString,
    of read: (Value.Fields) throws(DocumentError) -> Element
  ) throws(DocumentError) -> [Element]? {
    guard value(key) != nil else { return nil }
    let values = try elements(key)
    var elements: [Element] = []
    elements.reserveCapacity(values.underestimatedCount)
    for value in values {
      do { elements.append(try read(try value.fields())) } catch {
        throw error.inside("\(key)[\(elements.count)]")
      }
    }
    return elements
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
    guard value(key) != nil else { return [] }
    let values = try elements(key)
    var texts: [String] = []
    texts.reserveCapacity(values.underestimatedCount)
    for value in values {
      guard let text = value.scalar else {
        throw value.mismatch(expected: "a text").inside("\(key)[\(texts.count)]")
      }
      texts.append(text)
    }
    return texts
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
