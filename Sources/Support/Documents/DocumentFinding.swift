/// A place of a document that the programs of its flag system refuse, ignore or overwrite.
package struct DocumentFinding: Hashable, Sendable {
  /// The kind of the place.
  package enum Fact: Hashable, Sendable {
    /// Programs refuse the document, for the given reason.
    case refusal(String)
    /// Some programs read the document in another way; the text describes the difference.
    case difference(String)
    /// A member is unknown, and its spelling resembles that of a known one.
    case unknownMember(String, nearest: String)
    /// An object has a key twice; the last value is used.
    case duplicateKey(String, firstLine: Int?)
    /// The document has a flag twice; the last definition is used.
    case duplicateFlag(firstLine: Int?)
  }

  package let fact: Fact
  /// The line, from 1; `nil` if it is unknown.
  package let line: Int?
  /// The key of the flag; `nil` for a part of the document that belongs to no flag.
  package let flag: String?
}
