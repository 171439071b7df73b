import Frame

/// A search through the features in the list.
struct Search: Sendable {
  /// What is searched for.
  var input = TextInput()
  /// When the matches of what was typed are to be found; `nil` once they are.
  var due: Duration?
  /// The text whose matches were found last.
  var found = ""
  /// The words of it, folded.
  var words: [[UInt8]] = []
  /// The rows that match, from top to bottom.
  var matches: [Int] = []
  /// Whether the words are still being typed.
  var isTyping = true
  /// Where the cursor stood when the search began.
  let originCursor: Int
  /// What was in view then.
  let originTop: Int

  /// The number of rows up to which finding the matches costs less than drawing them.
  static let promptRows = 10_000
  /// How long nothing has to be typed before the matches among more rows are found.
  static let pause = Duration.milliseconds(40)

  /// Where the cursor goes when the words change.
  enum Start: Hashable, Sendable {
    /// To the first match from where the search began.
    case origin
    /// Nowhere.
    case nowhere
  }

  /// The number of the match in a row, from 1.
  func number(ofRow row: Int) -> Int? {
    let index = matches.partitioningIndex { $0 >= row }
    return index < matches.count && matches[index] == row ? index + 1 : nil
  }
}

extension DashboardState {
  /// Opens the line in which a search is typed.
  mutating func startSearch() {
    guard list != nil else { return }
    go(to: .list)
    search = Search(originCursor: cursor, originTop: top)
  }

  mutating func pressInSearch(_ key: Key) {
    let before = search?.input.changeCount
    if search?.input.isEmpty == false || key != .backspace, search?.input.press(key) == true {
      // A key that only moves the cursor, or finds no more room, leaves the matches as they are.
      if search?.input.changeCount != before { searchTextHasChanged() }
      return
    }
    findMatches()
    switch key {
    case .enter:
      search?.isTyping = false
      if search?.words.isEmpty == true { search = nil }
    case .escape:
      if let search {
        cursor = search.originCursor
        top = search.originTop
      }
      search = nil
    case .down, .control("n"): goToMatch(step: 1)
    case .up, .control("p"): goToMatch(step: -1)
    case .backspace: search = nil
    default: break
    }
  }

  /// Goes to the first match of the typed text: at once, or in a long list when the typing pauses,
  /// so that every letter is drawn as it is typed.
  mutating func searchTextHasChanged() {
    search?.due = time + Search.pause
    if rows.all.count <= Search.promptRows { findMatches() }
  }

  /// Finds the matches of what was typed, if that is still to be done.
  mutating func findMatches() {
    guard let search, search.due != nil else { return }
    // Whoever types on looks for less: what did not match before does not match now.
    let isNarrower = !search.words.isEmpty && search.input.text.hasPrefix(search.found)
    searchAgain(from: .origin, among: isNarrower ? search.matches : nil)
  }

  /// Finds the matches anew, because the words or the rows have changed.
  ///
  /// - Parameters:
  ///   - start: Where the cursor goes.
  ///   - candidates: The rows that may match, if not all do.
  mutating func searchAgain(from start: Search.Start, among candidates: [Int]? = nil) {
    guard let list, var search else { return }
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

  /// Goes to another match, from the last one to the first and back.
  mutating func goToMatch(step: Int) {
    guard let search, !search.matches.isEmpty else { return }
    let count = search.matches.count
    let next = search.matches.partitioningIndex { $0 >= (step > 0 ? cursor + 1 : cursor) }
    cursor = search.matches[(step > 0 ? next : next - 1 + count) % count]
  }
}

extension Array where Element == Int {
  /// The first place at which a condition holds that holds everywhere behind it too.
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
