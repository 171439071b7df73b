/// The name of an attribute of a context, or the path to a part of an attribute.
struct AttributeReference: Sendable {
  /// The reference as the document has it.
  let text: String
  /// The name of the attribute; `nil` for a malformed reference.
  let name: String?
  /// The names of the parts inside of the attribute.
  let rest: [String]

  /// Parses a reference.
  ///
  /// - Parameters:
  ///   - text: The name, or a path such as `/address/city` in which `~1` is a slash and `~0` a tilde.
  ///   - isLiteral: Whether the text is a name even with slashes, as in documents without kinds of contexts.
  init(_ text: String, isLiteral: Bool) {
    self.text = text
    guard !isLiteral, text.utf8.first == UInt8(ascii: "/") else {
      (name, rest) = (text.isEmpty ? nil : text, [])
      return
    }
    let names = text.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"),
      omittingEmptySubsequences: false
    )
    .compactMap { Self.unescaped(Substring($0)) }
    let isValid = names.count == text.utf8.count { $0 == UInt8(ascii: "/") }
    (name, rest) = (isValid ? names[0] : nil, isValid ? Array(names.dropFirst()) : [])
  }

  /// Returns a part of a path with its escaped characters; `nil` if it is empty or malformed.
  private static func unescaped(_ part: Substring) -> String? {
    let pieces = part.split(separator: "~", omittingEmptySubsequences: false)
    var name = String(pieces[0])
    for piece in pieces.dropFirst() {
      guard let first = piece.first, first == "0" || first == "1" else { return nil }
      name += (first == "0" ? "~" : "/") + piece.dropFirst()
    }
    return name.isEmpty ? nil : name
  }
}
