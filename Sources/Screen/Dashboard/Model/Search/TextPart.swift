import Text

/// A part of a text: a value of `section:`, `note:` or `by:` in a search, or of `--section`.
package struct TextPart: Hashable, Sendable {
  private let text: [UInt8]

  /// Creates a part; letter case and diacritics are ignored.
  package init(_ text: String) {
    self.text = FoldedText.bytes(of: text)
  }

  /// Whether the text contains the part; an empty part is in no text.
  package func matches(_ text: String) -> Bool {
    FoldedText.bytes(of: text).withUnsafeBufferPointer { SearchIndex.contains(self.text, in: $0) }
  }
}
