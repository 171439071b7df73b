import FeatureFlags
import Text

/// The activity log with its filter, its marks, its cursor and its scroll position.
struct ActivityLog: Sendable {
  /// The entries that pass the filter, newest first.
  private(set) var shown: [ActivityEntry] = []
  private(set) var search = SearchField()
  /// The kinds and the authors to show.
  private(set) var filter = ActivityFilter()
  /// The numbers of the marked entries.
  private(set) var marks: Set<Int> = []
  /// The cursor and the scroll position among the shown entries.
  var cursor = ListCursor()

  /// All stored entries, oldest first.
  private var all: [ActivityEntry] = []
  /// The number of the next entry; entries from before the start of the dashboard have negative
  /// numbers.
  private var nextNumber = 0

  /// The maximum number of stored entries; the oldest ones are dropped.
  static let limit = 1_000

  /// The number of all stored entries, including filtered ones.
  var count: Int { all.count }
  /// Whether the log is filtered by kind, author or search text.
  var isFiltered: Bool { filter.isActive || !search.words.isEmpty }

  /// Adds an entry as the newest one; a repeated poll only increases the count of the newest entry.
  ///
  /// - Returns: `false` if the entry was merged with the newest entry.
  @discardableResult
  mutating func add(_ entry: ActivityEntry) -> Bool {
    if let last = all.last, entry.isRepetition(of: last) {
      countAgain(at: entry.when)
      return false
    }
    if all.count == Self.limit, passes(all.removeFirst()) { shown.removeLast() }
    var entry = entry
    entry.number = nextNumber
    nextNumber += 1
    all.append(entry)
    guard passes(entry) else { return true }
    shown.insert(entry, at: 0)
    // Keeps the same entries in the viewport if the user has moved away from the newest entry.
    if cursor.selected > 0 { cursor.follow(rows: 1) }
    return true
  }

  private mutating func countAgain(at moment: Moment) {
    let last = all.count - 1
    all[last].count += 1
    all[last].when = moment
    if passes(all[last]), !shown.isEmpty { shown[0] = all[last] }
  }

  /// Adds entries of the time before the dashboard was opened, the oldest one first.
  mutating func add(past entries: [ActivityEntry]) {
    let entries = entries.suffix(max(Self.limit - all.count, 0))
    let former = entries.enumerated().map { index, entry in
      var entry = entry
      entry.number = index - entries.count
      return entry
    }
    all.insert(contentsOf: former, at: 0)
    shown += former.reversed().filter(passes)
  }

  /// The features that the marked entries have changed, without duplicates; if no entry is marked, the
  /// features of the entry under the cursor.
  var targets: [Feature.Name] {
    let operations =
      marks.isEmpty ? current.map { [$0] } ?? [] : all.filter { marks.contains($0.number) }
    var known: Set<Feature.Name> = []
    return operations.flatMap(\.features).filter { known.insert($0).inserted }
  }

  /// The entry under the cursor; `nil` if the log shows none.
  var current: ActivityEntry? {
    shown.indices.contains(cursor.selected) ? shown[cursor.selected] : nil
  }

  /// Moves the cursor to the entry of the last poll up to the given time, and clears a filter that hides
  /// it.
  ///
  /// The entry of a load can be older than the change that the load has found, because very many
  /// features are sorted before the change is reported.
  ///
  /// - Returns: `false` if the log does not have such an entry.
  mutating func show(loadAt moment: Moment) -> Bool {
    func isLoad(_ entry: ActivityEntry) -> Bool {
      entry.kind == .poll && entry.when.time <= moment.time
    }
    guard all.contains(where: isLoad) else { return false }
    if !shown.contains(where: isLoad) { clearFilter() }
    guard let index = shown.firstIndex(where: isLoad) else { return false }
    cursor = ListCursor(selected: index)
    return true
  }

  /// Marks or unmarks the entry under the cursor, and moves the cursor down.
  mutating func toggleMark() {
    guard let current else { return }
    marks.formSymmetricDifference([current.number])
    cursor.move(by: 1)
  }

  mutating func clearMarks() { marks = [] }
}

// MARK: Filter and search

extension ActivityLog {
  /// Changes the search text, and filters the entries by its words.
  mutating func changeSearch<Result>(_ change: (inout SearchField) -> Result) -> Result {
    let words = search.words
    let result = change(&search)
    if search.words != words { filterAgain() }
    return result
  }

  mutating func apply(_ filter: ActivityFilter) {
    guard filter != self.filter else { return }
    self.filter = filter
    filterAgain()
  }

  /// Clears the kinds, the authors and the search text.
  mutating func clearFilter() {
    filter = ActivityFilter()
    search.clear()
    filterAgain()
  }

  /// The number of entries of each kind.
  var kindCounts: [(kind: ActivityEntry.Kind, count: Int)] {
    ActivityEntry.Kind.allCases.map { kind in (kind, all.count { $0.isAmong(kind) }) }
  }

  /// The number of entries of each author, sorted by author.
  var authorCounts: [(author: String, count: Int)] {
    Dictionary(grouping: all.compactMap(\.author)) { $0 }
      .map { ($0.key, $0.value.count) }.sorted { $0.0 < $1.0 }
  }

  private mutating func filterAgain() {
    shown = all.reversed().filter(passes)
    cursor = ListCursor()
  }

  private func passes(_ entry: ActivityEntry) -> Bool {
    guard filter.passes(entry) else { return false }
    guard !search.words.isEmpty else { return true }
    let text = [entry.when.clock, entry.kind.title, entry.text, entry.details, entry.author ?? ""]
    return FoldedText.contains(
      search.words,
      in: FoldedText.bytes(of: text.joined(separator: "\n"))
    )
  }
}

/// A filter for the activity log by kind and by author.
struct ActivityFilter: Hashable, Sendable {
  /// The kinds to show; an empty set shows all kinds.
  var kinds: Set<ActivityEntry.Kind> = []
  /// The authors to show; an empty set shows the entries of all authors, and those without an author.
  var authors: Set<String> = []

  /// Whether the filter has a criterion.
  var isActive: Bool { !kinds.isEmpty || !authors.isEmpty }

  /// Whether the log shows the entry.
  func passes(_ entry: ActivityEntry) -> Bool {
    guard kinds.isEmpty || kinds.contains(where: entry.isAmong) else { return false }
    return authors.isEmpty || entry.author.map(authors.contains) == true
  }

  /// The labels of the active criteria.
  var chips: [String] {
    ActivityEntry.Kind.allCases.filter(kinds.contains).map(\.title) + authors.sorted()
  }
}
