import Documents
import Targeting

/// Decodes lists and optional values.
///
/// The functions are defined in this module, because the compiler specialises generic functions only for
/// callers in the same module.
extension DocumentFields {
  /// Decodes the elements of an optional list; empty if the field is missing or null.
  func all<Element>(
    _ key: StaticString,
    _ read: (Value) throws(DocumentError) -> Element
  ) throws(DocumentError) -> [Element] {
    guard value(key) != nil else { return [] }
    let values = try elements(key)
    var list: [Element] = []
    list.reserveCapacity(values.underestimatedCount)
    for value in values {
      do { list.append(try read(value)) } catch { throw error.inside("\(key)[\(list.count)]") }
    }
    return list
  }

  /// Decodes an optional list of strings; empty if the field is missing or null.
  func texts(_ key: StaticString) throws(DocumentError) -> [String] {
    try all(key) { value throws(DocumentError) in
      guard let text = value.string else { throw value.mismatch(expected: "a text") }
      return text
    }
  }

  func optionalWholeNumber(_ key: StaticString) throws(DocumentError) -> Int? {
    value(key) == nil ? nil : try wholeNumber(key)
  }

  /// Decodes an optional string; `nil` if the field is missing or empty.
  func filledText(_ key: StaticString) throws(DocumentError) -> String? {
    try optionalText(key).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Decodes an optional object with `read`; `nil` if the field is missing or null.
  func optional<Part>(
    _ key: StaticString,
    read: (Value.Fields) throws(DocumentError) -> Part
  ) throws(DocumentError) -> Part? {
    guard let value = value(key) else { return nil }
    do { return try read(try value.fields()) } catch { throw error.inside(key.description) }
  }
}

/// A list of context keys of one context kind.
struct LaunchDarklyKeys: Sendable {
  let kind: String
  let list: TextList

  /// Decodes the keys in `values`, and their context kind, which is `user` by default.
  init(_ fields: some DocumentFields) throws(DocumentError) {
    kind = try fields.filledText("contextKind") ?? LaunchDarklyContext.userKind
    list = TextList(try fields.texts("values"))
  }

  /// Decodes a list of user keys from the field with the given name.
  init(users key: StaticString, of fields: some DocumentFields) throws(DocumentError) {
    kind = LaunchDarklyContext.userKind
    list = TextList(try fields.texts(key))
  }

  /// Whether the list contains the key of the context of its kind.
  func contains(_ context: LaunchDarklyContext) -> Bool {
    context.part(kind).map { list.contains($0.key) } ?? false
  }
}
