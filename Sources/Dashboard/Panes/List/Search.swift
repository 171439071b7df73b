import Frame

/// A search through the features of the list.
struct Search: Sendable {
  /// The search text as it is typed.
  var input = TextInput()
  /// When the matches of the typed text are due to be found; `nil` once they are found.
  var due: Duration?
  /// The text whose matches were found last.
  var found = ""
  /// The folded words of `found`.
  var words: [[UInt8]] = []
  /// The matching rows, from top to bottom.
  var matches: [Int] = []
  /// Whether the text is still being typed.
  var isTyping = true
  /// The row of the cursor when the search began.
  let originCursor: Int
  /// The first row in the viewport when the search began.
  let originTop: Int

  /// The number of rows up to which finding the matches costs less than drawing them.
  static let promptRows = 10_000
  /// The debounce time after which the matches among more rows are found.
  static let pause = Duration.milliseconds(40)

  /// The movement of the cursor when the words change.
  enum Start: Hashable, Sendable {
    /// To the first match at or below the row where the search began.
    case origin
    /// None.
    case nowhere
  }

  /// The number of the match in a row, from 1.
  func number(ofRow row: Int) -> Int? {
    let index = matches.partitioningIndex { $0 >= row }
    return index < matches.count && matches[index] == row ? index + 1 : nil
  }

  /// Whether words were typed that no feature has.
  var isWithoutMatch: Bool { due == nil && !words.isEmpty && matches.isEmpty }

  /// The number of the match under the cursor and the number of matches; `nil` for an empty search.
  func count(cursor: Int) -> String? {
    if due != nil { return "…" }
    guard !words.isEmpty else { return nil }
    if matches.isEmpty { return "no match" }
    guard let number = number(ofRow: cursor) else {
      return Number.count(matches.count, "match", plural: "matches")
    }
    return "\(number) of \(matches.count)"
  }
}

extension ListPane {
  var isTyping: Bool { search?.isTyping == true }

  /// Begins a search.
  mutating func startSearch() {
    search = Search(originCursor: cursor, originTop: top)
  }

  private enum SearchKey { case keep, cancel, next, previous, delete }

  private static let searchKeys: [Key: SearchKey] = [
    .enter: .keep, .escape: .cancel, .down: .next, .control("n"): .next, .up: .previous,
    .control("p"): .previous, .backspace: .delete,
  ]

  mutating func press(_ key: Key, _ scene: Scene) {
    let before = search?.input.changeCount
    if search?.input.isEmpty == false || key != .backspace, search?.input.press(key) == true {
      // A key that only moves the cursor, or is dropped at the maximum length, changes no matches.
      if search?.input.changeCount != before { searchTextHasChanged(scene) }
      return
    }
    findMatches(scene.content.list)
    switch Self.searchKeys[key] {
    case .keep:
      search?.isTyping = false
      if search?.words.isEmpty == true { search = nil }
    case .cancel:
      if let search { (cursor, top) = (search.originCursor, search.originTop) }
      search = nil
    case .next: goToMatch(step: 1)
    case .previous: goToMatch(step: -1)
    case .delete: search = nil
    case nil: break
    }
  }

  mutating func insert(_ text: String, _ scene: Scene) {
    let before = search?.input.changeCount
    search?.input.insert(text)
    if search?.input.changeCount != before { searchTextHasChanged(scene) }
  }

  /// Finds the matches of the typed text: at once, or in a long list after a debounce time, so that
  /// every typed letter is drawn at once.
  private mutating func searchTextHasChanged(_ scene: Scene) {
    search?.due = scene.now + Search.pause
    if rows.all.count <= Search.promptRows { findMatches(scene.content.list) }
  }

  /// Finds the matches of the typed text, if that is still due.
  mutating func findMatches(_ list: FeatureList?) {
    guard let search, search.due != nil, let list else { return }
    // A longer text can only match a subset of the rows that its prefix matched.
    let isNarrower = !search.words.isEmpty && search.input.text.hasPrefix(search.found)
    searchAgain(list, from: .origin, among: isNarrower ? search.matches : nil)
  }

  /// Finds the matches again, because the words or the rows changed.
  ///
  /// - Parameters:
  ///   - list: All features.
  ///   - start: The movement of the cursor.
  ///   - candidates: The rows that may match; `nil` for all rows.
  mutating func searchAgain(
    _ list: FeatureList,
    from start: Search.Start,
    among candidates: [Int]? = nil
  ) {
    guard var search else { return }
    search.due = nil
    search.found = search.input.text
    search.words = FoldedText.words(of: search.found)
    search.matches = list.searchIndex.matches(
      of: search.words,
      in: rows.all,
      among: candidates ?? Array(rows.all.indices)
    )
    if start == .origin {
      let next = search.matches.partitioningIndex { $0 >= search.originCursor }
      cursor =
        search.matches.isEmpty ? search.originCursor : search.matches[next % search.matches.count]
      if search.words.isEmpty { top = search.originTop }
    }
    self.search = search
  }

  /// Goes to the next or the previous match, and wraps around at the ends.
  mutating func goToMatch(step: Int) {
    guard let search, !search.matches.isEmpty else { return }
    let count = search.matches.count
    let next = search.matches.partitioningIndex { $0 >= (step > 0 ? cursor + 1 : cursor) }
    cursor = search.matches[(step > 0 ? next : next - 1 + count) % count]
  }
}

extension Array where Element == Int {
  /// The first index at which a condition holds, by binary search; the condition must hold at all
  /// later indexes too.
  func partitioningIndex(_ holds: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
