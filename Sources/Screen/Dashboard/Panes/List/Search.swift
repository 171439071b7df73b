import FeatureFlags
import Frame

/// An incremental search, which narrows the feature list to its matches.
struct Search: Sendable {
  /// The search text that the user types.
  var field = SearchField(isTyping: true)
  /// The time at which the debounced search runs; `nil` if the matches are up to date.
  var due: Duration?
  /// The search text of the current matches.
  var found = ""
  /// The parsed search text of the current matches.
  var query = FeatureQuery()
  /// The features that match the search text, including those that the filter hides.
  var matches = SearchMatches()
  /// The cursor and the scroll position before the search.
  let origin: Origin

  /// A cursor and a scroll position of the list.
  struct Origin: Sendable {
    let cursor: Int
    let top: Int
    /// The feature under the cursor; `nil` if there was none.
    let name: Feature.Name?
  }

  init(origin: Origin) {
    self.origin = origin
  }

  /// The maximum number of features that are searched immediately: finding matches costs less than
  /// drawing.
  static let promptCount = 10_000
  /// The debounce time of a search in a longer list.
  static let pause = Duration.milliseconds(40)

  /// The words to highlight where they occur; empty for matches of subsequences.
  var words: [[UInt8]] { matches.isFuzzy ? [] : query.highlights }
  /// The words to highlight as subsequences of names.
  var fuzzyWords: [[UInt8]] { matches.isFuzzy ? query.words : [] }
}

extension ListPane {
  var isTyping: Bool { search?.field.isTyping == true }

  /// Starts a search with an empty search text; ends the current one.
  mutating func startSearch(_ content: DashboardData) {
    if search != nil { clearSearch(content) }
    let name = selected(in: content.list)?.name
    search = Search(origin: Search.Origin(cursor: cursor, top: top, name: name))
  }

  private enum SearchKey { case keep, cancel, next, previous, delete, complete }

  private static let searchKeys: [Key: SearchKey] = [
    .enter: .keep, .escape: .cancel, .down: .next, .control("n"): .next, .up: .previous,
    .control("p"): .previous, .backspace: .delete, .tab: .complete,
  ]

  mutating func press(_ key: Key, _ scene: Scene) {
    if key != .backspace || search?.field.input.isEmpty == false {
      // A key that only moves the cursor, or exceeds the maximum length, does not change the matches.
      switch search?.field.edit(key) {
      case .changed: return searchTextHasChanged(scene)
      case .unchanged: return
      case .ignored, nil: break
      }
    }
    findMatches(scene.content)
    switch Self.searchKeys[key] {
    case .keep:
      history.add(search?.field.input.text ?? "")
      search?.field.keep()
      if search?.query.isEmpty == true { search = nil }
    case .cancel, .delete: cancelSearch(scene.content)
    case .complete: complete(scene)
    case .next: if !recall(older: false, scene) { goToMatch(step: 1) }
    case .previous: if !recall(older: true, scene) { goToMatch(step: -1) }
    case nil: break
    }
  }

  /// Completes the term at the end of the search text.
  private mutating func complete(_ scene: Scene) {
    guard let text = search?.field.input.text,
      let longer = SearchTerm.completion(of: text, in: scene.content.list)
    else { return }
    search?.field.replace(with: longer)
    searchTextHasChanged(scene)
  }

  mutating func insert(_ text: String, _ scene: Scene) {
    if search?.field.insert(text) == true { searchTextHasChanged(scene) }
  }

  /// Replaces the search text with an older or a newer text of the history.
  ///
  /// - Returns: `false` if the keys move the cursor, because the user has typed a text.
  private mutating func recall(older: Bool, _ scene: Scene) -> Bool {
    guard let search, history.isActive(in: search.field.input.text) else { return false }
    guard let text = history.recall(older: older) else { return true }
    self.search?.field.replace(with: text)
    self.search?.due = scene.now
    findMatches(scene.content)
    return true
  }

  /// Updates the matches after an edit: immediately, or after the debounce time in a long list, so
  /// that drawing the typed text is not delayed.
  private mutating func searchTextHasChanged(_ scene: Scene) {
    history.leave()
    search?.due = scene.now + Search.pause
    let count = scene.content.list?.features.count ?? 0
    if count <= Search.promptCount { findMatches(scene.content) }
  }

  /// Updates the matches, unless they are up to date.
  mutating func findMatches(_ content: DashboardData) {
    guard search?.due != nil, content.list != nil else { return }
    runSearch(content, movesCursor: true)
  }

  /// Moves the cursor to the next or previous feature that matches; wraps around at the ends of the
  /// list.
  mutating func goToMatch(step: Int) {
    guard search?.query.isEmpty == false, rows.featureCount > 0 else { return }
    let count = rows.all.count
    var row = cursor
    repeat { row = (row + step + count) % count } while rows.position(at: row) == nil
    cursor = row
  }
}

// MARK: Matches

extension ListPane {
  /// Narrows the list to the matches of the search text.
  ///
  /// - Parameters:
  ///   - content: The content with the features.
  ///   - movesCursor: Whether the cursor moves to the best match; otherwise the caller keeps the
  ///     cursor near its feature.
  mutating func runSearch(_ content: DashboardData, movesCursor: Bool) {
    guard let list = content.list, let before = search else { return }
    let text = before.field.input.text
    let query = FeatureQuery(text, in: list)
    search?.due = nil
    search?.found = text
    search?.query = query
    let matches = Self.matches(of: query, text, after: before, list, facts(content))
    search?.matches = matches
    guard movesCursor else { return }
    arrange(list, content)
    guard !query.isEmpty else { return restoreOrigin(list) }
    let origin = before.origin.name.flatMap(list.position(of:)) ?? 0
    let visible = filter.isActive ? matches.filtered { rows.row(of: $0) != nil } : matches
    if let best = visible.best(from: origin), let row = rows.row(of: best) {
      cursor = row
      top = 0
    }
  }

  /// The data that the terms of a query depend on.
  private func facts(_ content: DashboardData) -> SearchFacts {
    SearchFacts(content: content, marks: marks)
  }

  /// Finds the matches of a query, first as parts of texts, and as subsequences if there are none.
  private static func matches(
    of query: FeatureQuery,
    _ text: String,
    after former: Search,
    _ list: FeatureList,
    _ facts: SearchFacts
  ) -> SearchMatches {
    let index = list.searchIndex
    // A longer text of words can only match features that its prefix matched.
    let isNarrower =
      query.hasOnlyWords && former.query.hasOnlyWords && !former.query.isEmpty
      && former.due != nil && text.hasPrefix(former.found)
    let candidates = isNarrower ? former.matches.positions : nil
    // Scanning the texts of all features at once is faster than one scan for each candidate, if there
    // are many.
    let few = candidates.flatMap { $0.count < index.count / 4 ? $0 : nil }
    var matches = index.matches(of: query.words, among: few)
    query.filter(&matches, list, facts)
    guard matches.positions.isEmpty, !query.words.isEmpty else { return matches }
    matches = index.fuzzyMatches(of: query.words, among: former.matches.isFuzzy ? candidates : nil)
    query.filter(&matches, list, facts)
    return matches
  }

  /// Cancels a search that is still being typed: restores the list, the cursor and the scroll position.
  private mutating func cancelSearch(_ content: DashboardData) {
    history.leave()
    guard let search else { return }
    self.search = nil
    guard let list = content.list, !search.query.isEmpty else { return }
    self.search = Search(origin: search.origin)
    arrange(list, content)
    restoreOrigin(list)
    self.search = nil
  }

  /// Moves the cursor and the scroll position to those before the search.
  private mutating func restoreOrigin(_ list: FeatureList) {
    guard let origin = search?.origin else { return }
    (cursor, top) = (origin.cursor, origin.top)
    // Finds the row again, because a load may have inserted rows above the feature since the search
    // began.
    guard let position = origin.name.flatMap(list.position(of:)), let row = rows.row(of: position),
      row != cursor
    else { return }
    top += row - cursor
    cursor = row
  }

  /// Ends the search, because it hides a feature to which the cursor must move.
  mutating func endSearch(_ content: DashboardData) {
    search = nil
    if let list = content.list { arrange(list, content) }
  }

  /// Ends a search whose text was entered: the list shows all features, and the cursor stays on its
  /// feature.
  mutating func clearSearch(_ content: DashboardData) {
    guard let list = content.list, let selected = selected(in: list) else {
      return cancelSearch(content)
    }
    search = nil
    open(sectionOf: selected, list)
    rebuildRows(of: list, content, keeping: list.position(of: selected.name))
  }
}

extension SearchMatches {
  /// The matches that meet a condition.
  fileprivate func filtered(_ isIncluded: (Int) -> Bool) -> SearchMatches {
    var copy = self
    copy.filter(isIncluded)
    return copy
  }
}

// MARK: Texts

extension Search {
  /// Whether the search has finished without a match in the given rows.
  func isWithoutMatch(in rows: Rows) -> Bool {
    due == nil && !query.isEmpty && rows.featureCount == 0
  }

  /// The text for the number of matches, such as `2 of 5`; `nil` for an empty search.
  func count(in rows: Rows, cursor: Int) -> String? {
    if due != nil { return "…" }
    guard !query.isEmpty else { return nil }
    if rows.featureCount == 0 { return "no match" }
    let number = rows.ordinal(at: cursor).map { "\($0 + 1) of " } ?? ""
    return number + "\(rows.featureCount)" + (matches.isFuzzy ? " similar" : "")
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
