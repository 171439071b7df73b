import Frame

/// An incremental search in the feature list.
struct Search: Sendable {
  /// The search text that the user types.
  var input = TextInput()
  /// The time at which the debounced search runs; `nil` if the matches are up to date.
  var due: Duration?
  /// The search text of the current matches.
  var found = ""
  /// The case-folded search words of the current matches.
  var words: [[UInt8]] = []
  /// The indexes of the matching rows, in ascending order.
  var matches: [Int] = []
  /// Whether the user is still typing the search text.
  var isTyping = true
  /// The row of the cursor before the search.
  let originCursor: Int
  /// The first row in the viewport before the search.
  let originTop: Int

  /// The maximum number of rows that are searched immediately: finding matches costs less than
  /// drawing.
  static let promptRows = 10_000
  /// The debounce time of a search in a longer list.
  static let pause = Duration.milliseconds(40)

  /// The cursor movement after the matches have been updated.
  enum Start: Hashable, Sendable {
    /// Moves the cursor to the first match at or after the row where the search began.
    case origin
    /// Does not move the cursor.
    case nowhere
  }

  /// The number of the match in the given row, from 1; `nil` if the row is not a match.
  func number(ofRow row: Int) -> Int? {
    let index = matches.partitioningIndex { $0 >= row }
    return index < matches.count && matches[index] == row ? index + 1 : nil
  }

  /// Whether the search has finished without a match.
  var isWithoutMatch: Bool { due == nil && !words.isEmpty && matches.isEmpty }

  /// The text for the number of matches, such as `2 of 5`; `nil` for an empty search.
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

  /// Starts a search with an empty search text.
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
      // A key that only moves the cursor or exceeds the maximum length changes no matches.
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

  /// Updates the matches after an edit: immediately, or after the debounce time in a long list, so
  /// that drawing the typed text is not delayed.
  private mutating func searchTextHasChanged(_ scene: Scene) {
    search?.due = scene.now + Search.pause
    if rows.all.count <= Search.promptRows { findMatches(scene.content.list) }
  }

  /// Updates the matches, unless they are up to date.
  mutating func findMatches(_ list: FeatureList?) {
    guard let search, search.due != nil, let list else { return }
    // A longer search text can only match rows that its prefix matched.
    let isNarrower = !search.words.isEmpty && search.input.text.hasPrefix(search.found)
    searchAgain(list, from: .origin, among: isNarrower ? search.matches : nil)
  }

  /// Updates the matches after a change of the search text or of the rows.
  ///
  /// - Parameters:
  ///   - list: All features.
  ///   - start: The cursor movement after the update.
  ///   - candidates: The indexes of the rows that may match; `nil` for all rows.
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

  /// Moves the cursor to the next or previous match; wraps around at the ends of the list.
  mutating func goToMatch(step: Int) {
    guard let search, !search.matches.isEmpty else { return }
    let count = search.matches.count
    let next = search.matches.partitioningIndex { $0 >= (step > 0 ? cursor + 1 : cursor) }
    cursor = search.matches[(step > 0 ? next : next - 1 + count) % count]
  }
}

extension Array where Element == Int {
  /// Finds the first index whose element meets the condition, by binary search; all later elements
  /// must also meet the condition.
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
