import FeatureFlags
import Text

/// The activity log with its filter, its marks, its cursor and its scroll position.
struct ActivityLog: Sendable {
  /// The entries that pass the filter, newest first.
  private(set) var shown: [ActivityEntry] = []
  private(set) var search = SearchField()
  /// The kinds, authors, notes and users to show.
  private(set) var filter = ActivityFilter()
  /// The numbers of the marked entries.
  private(set) var marks: Set<Int> = []
  /// The cursor and the scroll position among the shown entries.
  var cursor = ListCursor()

  /// All stored entries, oldest first.
  private var all: [ActivityEntry] = []
  /// The number of the next entry.
  private var nextNumber = 0

  /// The maximum number of stored entries; the oldest ones are dropped.
  static let limit = 1_000

  /// The number of all stored entries, including filtered ones.
  var count: Int { all.count }
  /// Whether the log is filtered by criteria or search text.
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

  /// Adds the operations that were read from the history, each in place of the entries that have announced
  /// it; replaces those that the log has already.
  ///
  /// The cursor stays on its entry, unless it is on the newest one.
  mutating func add(operations entries: [ActivityEntry]) {
    let current = cursor.selected > 0 ? current?.number : nil
    let read = Dictionary(entries.map { ($0.operation?.id, $0) }) { $1 }
    let known = Set(all.compactMap(\.operation?.id))
    for (index, entry) in all.enumerated() {
      guard let id = entry.operation?.id, var newer = read[id] else { continue }
      newer.number = entry.number
      all[index] = newer
    }
    let added = entries.filter { $0.operation.map { !known.contains($0.id) } ?? true }
    removeAnnouncements(of: added)
    for (number, var entry) in zip(nextNumber..., added) {
      entry.number = number
      all.append(entry)
    }
    nextNumber += added.count
    // The sort is stable: entries of the same time stay in their order.
    all = all.sorted { $0.when.time < $1.when.time }.suffix(Self.limit)
    marks.formIntersection(all.map(\.number))
    shown = all.reversed().filter(passes)
    guard let current, let index = shown.firstIndex(where: { $0.number == current }) else { return }
    cursor.follow(rows: index - cursor.selected)
  }

  /// Removes one entry that has announced changes, the newest first, for each operation of its features: an
  /// older one can be about a change without an operation, such as an edit of the file by hand.
  private mutating func removeAnnouncements(of operations: [ActivityEntry]) {
    var counts: [Feature.Name: Int] = [:]
    for entry in operations { for name in Set(entry.features) { counts[name, default: 0] += 1 } }
    for (index, entry) in zip(all.indices, all).reversed() where entry.isAnnouncement {
      let names = Set(entry.features)
      guard names.allSatisfy({ counts[$0, default: 0] > 0 }) else { continue }
      for name in names { counts[name, default: 0] -= 1 }
      all.remove(at: index)
    }
  }

  /// Whether no newer entry announces a change of a feature of the entry, so that the newest operation of the
  /// features is the one that the entry announces.
  func isNewestAnnouncement(_ entry: ActivityEntry) -> Bool {
    let names = Set(entry.features)
    return all.last { $0.isAnnouncement && !names.isDisjoint(with: $0.features) }?.number
      == entry.number
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

  /// Clears the criteria and the search text.
  mutating func clearFilter() {
    filter = ActivityFilter()
    search.clear()
    filterAgain()
  }

  /// The number of entries of each kind.
  var kindCounts: [(kind: ActivityEntry.Kind, count: Int)] {
    ActivityEntry.Kind.allCases.map { kind in (kind, all.count { $0.isAmong(kind) }) }
  }

  /// The values that the entries have, such as their authors, sorted, with the number of entries of each.
  func counts<Value: Hashable & Comparable>(
    _ values: (ActivityEntry) -> some Sequence<Value>
  ) -> [(value: Value, count: Int)] {
    let counts = all.lazy.flatMap(values).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private mutating func filterAgain() {
    shown = all.reversed().filter(passes)
    cursor = ListCursor()
  }

  private func passes(_ entry: ActivityEntry) -> Bool {
    guard filter.passes(entry) else { return false }
    guard !search.words.isEmpty else { return true }
    let text =
      [entry.when.clock, entry.kind.title, entry.text, entry.details, entry.author ?? ""]
      + entry.features.map(\.rawValue) + entry.notes
    return FoldedText.contains(
      search.words,
      in: FoldedText.bytes(of: text.joined(separator: "\n"))
    )
  }
}

/// A filter for the activity log by kind, author, note and user.
struct ActivityFilter: Hashable, Sendable {
  /// The kinds to show; an empty set shows all kinds.
  var kinds: Set<ActivityEntry.Kind> = []
  /// The authors to show; an empty set shows the entries of all authors, and those without an author.
  var authors: Set<String> = []
  /// The notes to show; an empty set shows all entries.
  var notes: Set<String> = []
  /// The users whose overrides were changed; an empty set shows all entries.
  var users: Set<OverrideScope> = []

  /// Whether the filter has a criterion.
  var isActive: Bool { self != ActivityFilter() }

  /// Whether the log shows the entry.
  func passes(_ entry: ActivityEntry) -> Bool {
    guard kinds.isEmpty || kinds.contains(where: entry.isAmong) else { return false }
    guard authors.isEmpty || entry.author.map(authors.contains) == true else { return false }
    return (notes.isEmpty || !notes.isDisjoint(with: entry.notes))
      && (users.isEmpty || !users.isDisjoint(with: entry.users))
  }

  /// The labels of the active criteria.
  var chips: [String] {
    ActivityEntry.Kind.allCases.filter(kinds.contains).map(\.title) + authors.sorted()
      + notes.sorted() + users.sorted().map { "for \($0)" }
  }
}
