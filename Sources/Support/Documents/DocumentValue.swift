/// A value of a document from which a program decodes its types: a ``Node``, or a ``FlatValue``,
/// which is parsed without nodes.
///
/// A type that is decoded from a generic value needs only one initializer for both.
package protocol DocumentValue: SendableMetatype {
  associatedtype Fields: DocumentFields where Fields.Value == Self

  /// Returns the fields of an object.
  ///
  /// - Throws: `unexpected` if the value is not an object.
  func fields() throws(DocumentError) -> Fields

  /// The text of a string; `nil` if the value is not a string.
  var string: String? { get }

  var isObject: Bool { get }

  associatedtype Elements: Sequence<Self>

  /// The elements of a list; `nil` if the value is not a list.
  var elements: Elements? { get }

  /// The members of an object in the order of the document, with all duplicates of a key; `nil` if the
  /// value is not an object.
  var entries: [(key: String, value: Self)]? { get }

  /// The node of the document tree that represents the value.
  var node: Node { get }

  /// The line number, counted from 1; `nil` if it is unknown.
  var line: Int? { get }

  /// Returns the error for a value whose kind is not the expected one.
  func mismatch(expected: String) -> DocumentError
}

/// Decodes the fields of an object; its errors contain the path of the malformed field.
///
/// The last of duplicate keys wins. A field that is null counts as missing.
package protocol DocumentFields: SendableMetatype {
  associatedtype Value: DocumentValue

  /// Returns the value of a field; `nil` if the field is missing or null.
  func value(_ key: StaticString) -> Value?

  /// Whether the object has the field, even if the field is null.
  func contains(_ key: StaticString) -> Bool

  func text(_ key: StaticString) throws(DocumentError) -> String

  func optionalText(_ key: StaticString) throws(DocumentError) -> String?

  func flag(_ key: StaticString) throws(DocumentError) -> Bool

  func optionalFlag(_ key: StaticString) throws(DocumentError) -> Bool?

  func wholeNumber(_ key: StaticString) throws(DocumentError) -> Int

  /// Returns a required field; `expected` describes the value if the field is missing.
  func required(_ key: StaticString, expected: String) throws(DocumentError) -> Value

  /// Returns the elements of a required list.
  func elements(_ key: StaticString) throws(DocumentError) -> Value.Elements

  /// Decodes a required string that must be the raw value of one of the cases.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: StaticString,
    of type: Choice.Type
  ) throws(DocumentError) -> Choice

  /// Decodes a required object whose values are strings to a dictionary.
  func textsByKey(_ key: StaticString) throws(DocumentError) -> [String: String]
}

extension Node: DocumentValue {
  package func fields() throws(DocumentError) -> FieldReader { try FieldReader(self) }

  package var isObject: Bool { members != nil }

  package var elements: [Node]? { list }

  package var entries: [(key: String, value: Node)]? { members?.map { ($0.key, $0.node) } }

  package var node: Node { self }
}

extension FieldReader: DocumentFields {
  package func value(_ key: StaticString) -> Node? { value(key.description) }

  package func contains(_ key: StaticString) -> Bool { contains(key.description) }

  package func text(_ key: StaticString) throws(DocumentError) -> String {
    try text(key.description)
  }

  package func optionalText(_ key: StaticString) throws(DocumentError) -> String? {
    try optionalText(key.description)
  }

  package func flag(_ key: StaticString) throws(DocumentError) -> Bool {
    try flag(key.description)
  }

  package func optionalFlag(_ key: StaticString) throws(DocumentError) -> Bool? {
    try optionalFlag(key.description)
  }

  package func wholeNumber(_ key: StaticString) throws(DocumentError) -> Int {
    try wholeNumber(key.description)
  }

  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: StaticString,
    of type: Choice.Type
  ) throws(DocumentError) -> Choice {
    try choice(key.description, of: type)
  }

  package func required(_ key: StaticString, expected: String) throws(DocumentError) -> Node {
    try required(key.description, expected: expected)
  }

  package func elements(_ key: StaticString) throws(DocumentError) -> [Node] {
    try elements(key.description)
  }

  package func textsByKey(_ key: StaticString) throws(DocumentError) -> [String: String] {
    try values(key.description, of: Self.text)
  }
}
