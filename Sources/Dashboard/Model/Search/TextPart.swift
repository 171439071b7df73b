import Frame

/// A part of the titles of sections: a value of `section:` in a search, or of `--section`.
package struct SectionTerm: Hashable, Sendable {
  private let text: [UInt8]

  /// Creates a term; letter case and diacritics are ignored.
  package init(_ text: String) {
    self.text = FoldedText.bytes(of: text)
  }

  /// Whether the title contains the text; an empty text is in no title.
  package func matches(_ title: String) -> Bool {
    FoldedText.bytes(of: title).withUnsafeBufferPointer { SearchIndex.contains(text, in: $0) }
  }
}
