/// A name of a datafile in quotes, for a warning; a long one is cut off.
///
/// Many warnings can be about one name: a name of a megabyte must not be copied into each of them.
struct Quoted: CustomStringConvertible {
  private let text: String
  private let limit: Int

  init(_ text: String, limit: Int = DatafileLimits.quotedCharacters) {
    self.text = text
    self.limit = limit
  }

  var description: String { "\"\(text.cut(to: limit))\"" }
}

extension String {
  /// The text, or the start of a text of more Unicode scalars than `limit`, with an ellipsis.
  func cut(to limit: Int) -> String {
    let start = unicodeScalars.prefix(limit)
    return start.endIndex == endIndex ? self : String(start.dropLast()) + "…"
  }
}
