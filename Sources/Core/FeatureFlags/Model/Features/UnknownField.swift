import Documents

/// A field of a preset or of an overrides file that is ignored, because this version of the program does
/// not know it.
package struct UnknownField: Hashable, Sendable {
  /// The name of the feature whose override has the field; `nil` for a field at the top level of the file.
  package let feature: String?
  /// The name of the unknown field.
  package let field: String
  /// The line number of the value, counted from 1; `nil` if it is unknown.
  package let line: Int?
  /// The most similar known field; `nil` if none is similar.
  package let nearest: String?

  /// Finds the unknown fields of an object.
  ///
  /// - Parameters:
  ///   - object: The object of the file.
  ///   - known: The names of the known fields.
  ///   - feature: The name of the feature whose override the object is; `nil` for the top level of the
  ///     file.
  /// - Returns: The first 20 unknown fields.
  package static func fields(
    of object: Node,
    among known: [String],
    feature: String? = nil
  ) -> [UnknownField] {
    (object.members ?? []).filter { !known.contains($0.key) }.prefix(20).map { member in
      UnknownField(member, among: known, feature: feature)
    }
  }

  init(_ member: Node.Member, among known: [String], feature: String?) {
    self.feature = feature
    field = member.key
    line = member.node.line
    nearest = NameSuggestions.nearest(to: member.key, among: known).first
  }
}

extension UnknownField: CustomStringConvertible {
  /// The message, with the nearest known field.
  package var description: String {
    let owner = feature.map { "the override of \"\($0)\" has " } ?? "has "
    return owner + "the unknown field \"\(field)\", which is ignored"
      + NameSuggestions.hint(CollectionOfOne(nearest).compactMap(\.self))
  }

  /// Returns the message after the name of the file and the line number.
  package func description(in file: String) -> String {
    line.map { "\(file):\($0): \(self)" } ?? "\(file): \(self)"
  }
}
