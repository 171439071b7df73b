import Frame

extension Span {
  /// Splits a text into spans, so that matches of the search words are highlighted.
  static func highlighting(
    _ words: [[UInt8]],
    in text: DisplayText,
    _ plain: Style,
    _ found: Style
  ) -> [Span] {
    guard !words.isEmpty else { return [Span(text, plain)] }
    return split(text, by: text.matches(of: words), plain, found)
  }

  /// Splits a text into spans, so that the letters of each word are highlighted if the text has them
  /// in this order.
  static func highlighting(
    subsequences words: [[UInt8]],
    in text: DisplayText,
    _ plain: Style,
    _ found: Style
  ) -> [Span] {
    var isMatch = Array(repeating: false, count: text.clusters.count)
    let folded = text.clusters.map { FoldedText.bytes(of: $0.text) }
    for word in words {
      var rest = word[...]
      var indexes: [Int] = []
      for (index, bytes) in folded.enumerated() where !rest.isEmpty && rest.starts(with: bytes) {
        guard !bytes.isEmpty else { continue }
        rest = rest.dropFirst(bytes.count)
        indexes.append(index)
      }
      if rest.isEmpty { for index in indexes { isMatch[index] = true } }
    }
    return split(text, by: isMatch, plain, found)
  }

  /// Splits a text into spans of matching and of other clusters.
  private static func split(
    _ text: DisplayText,
    by isMatch: [Bool],
    _ plain: Style,
    _ found: Style
  ) -> [Span] {
    var spans: [Span] = []
    var start = 0
    for index in text.clusters.indices {
      let next = index + 1
      guard next == text.clusters.count || isMatch[next] != isMatch[start] else { continue }
      let part = DisplayText(clusters: Array(text.clusters[start..<next]))
      spans.append(Span(part, isMatch[start] ? found : plain))
      start = next
    }
    return spans
  }
}
