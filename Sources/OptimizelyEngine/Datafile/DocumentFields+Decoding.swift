import Documents

/// Decodes lists and optional values of datafiles.
///
/// The compiler specializes these functions for simple values and for nodes, because they are in the
/// module that calls them.
extension DocumentFields {
  func list<Element>(
    _ key: StaticString,
    of read: (Value) throws(DocumentError) -> Element
  ) throws(DocumentError) -> [Element] {
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

  func optionalList<Element>(
    _ key: StaticString,
    of read: (Value) throws(DocumentError) -> Element
  ) throws(DocumentError) -> [Element]? {
    value(key) == nil ? nil : try list(key, of: read)
  }

  func texts(_ key: StaticString) throws(DocumentError) -> [String] {
    try list(key, of: Self.text)
  }

  func optionalTexts(_ key: StaticString) throws(DocumentError) -> [String]? {
    try optionalList(key, of: Self.text)
  }

  private static func text(of value: Value) throws(DocumentError) -> String {
    guard let text = value.string else { throw value.mismatch(expected: "a text") }
    return text
  }

  /// Decodes an optional field with `read`; `nil` if the field is missing or null.
  func optional<Result>(
    _ key: StaticString,
    read: (Value) throws(DocumentError) -> Result
  ) throws(DocumentError) -> Result? {
    guard let value = value(key) else { return nil }
    do { return try read(value) } catch { throw error.inside(key.description) }
  }

  /// Decodes a required field with `read`; `expected` describes the value if the field is missing.
  func value<Result>(
    _ key: StaticString,
    expected: String,
    read: (Value) throws(DocumentError) -> Result
  ) throws(DocumentError) -> Result {
    let value = try required(key, expected: expected)
    do { return try read(value) } catch { throw error.inside(key.description) }
  }

  /// Decodes a required string that must be the raw value of one of the cases.
  func option<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: StaticString,
    of type: Choice.Type
  ) throws(DocumentError) -> Choice {
    if let text = value(key)?.string, let choice = Choice(rawValue: text) { return choice }
    return try choice(key, of: type)
  }
}

extension DocumentValue {
  /// Decodes the elements of a list; `nil` for another value.
  ///
  /// - Throws: The error of an element, with the index as path.
  func list<Element>(
    of read: (Self) throws(DocumentError) -> Element
  ) throws(DocumentError) -> [Element]? {
    guard let values = elements else { return nil }
    var elements: [Element] = []
    elements.reserveCapacity(values.underestimatedCount)
    for value in values {
      do { elements.append(try read(value)) } catch {
        throw error.inside("[\(elements.count)]")
      }
    }
    return elements
  }
}
