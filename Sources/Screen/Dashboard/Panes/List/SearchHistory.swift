/// The search texts that the user has entered, for recalling them in the search line.
struct SearchHistory: Sendable {
  /// The texts without duplicates, the newest last.
  private var texts: [String] = []
  /// The index of the recalled text; `nil` while none is shown.
  private var index: Int?

  private static let limit = 50

  /// Adds a text as the newest one; ignores an empty text.
  mutating func add(_ text: String) {
    index = nil
    guard !text.isEmpty else { return }
    texts.removeAll { $0 == text }
    texts.append(text)
    if texts.count > Self.limit { texts.removeFirst() }
  }

  /// Ends the recalling of texts, because the user has edited the text or closed the search.
  mutating func leave() { index = nil }

  /// Whether up and down recall texts: the search line is empty or shows a recalled text.
  func isActive(in text: String) -> Bool { text.isEmpty || index.map { texts[$0] } == text }

  /// Moves to an older or a newer text.
  ///
  /// - Returns: The text; an empty one after the newest text; `nil` if there is no older text.
  mutating func recall(older: Bool) -> String? {
    let next = (index ?? texts.count) + (older ? -1 : 1)
    guard next >= 0, index != nil || older else { return nil }
    index = texts.indices.contains(next) ? next : nil
    return index.map { texts[$0] } ?? ""
  }
}
