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
    let isMatch = text.matches(of: words)
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
