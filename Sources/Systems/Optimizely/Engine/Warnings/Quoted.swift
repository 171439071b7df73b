/// A quoted and truncated name from a datafile, for messages.
///
/// Truncation limits the memory: many warnings can quote the same name, which can be a megabyte
/// long.
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
  /// The text, truncated to at most `limit` Unicode scalars, with an ellipsis if it is longer.
  func cut(to limit: Int) -> String {
    let start = unicodeScalars.prefix(limit)
    return start.endIndex == endIndex ? self : String(start.dropLast()) + "…"
  }
}
