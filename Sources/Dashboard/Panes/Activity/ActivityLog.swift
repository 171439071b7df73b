import Frame

/// The activity log with its filter and its scroll position.
struct ActivityLog: Sendable {
  /// The entries that pass the filter, newest first.
  private(set) var shown: [ActivityEntry] = []
  /// The search text that the user types.
  private(set) var input = TextInput()
  /// The search text, split into case-folded words.
  private(set) var words: [[UInt8]] = []
  /// The kind of entries to show; `nil` for all kinds.
  private(set) var kind: ActivityEntry.Kind?
  /// The index of the first entry in the viewport.
  var top = 0

  /// All stored entries, oldest first.
  private var all: [ActivityEntry] = []

  /// The maximum number of stored entries; the oldest ones are dropped.
  static let limit = 1_000

  /// The number of all stored entries, including filtered ones.
  var count: Int { all.count }
  /// Whether the log is filtered by kind or by search text.
  var isFiltered: Bool { kind != nil || !words.isEmpty }

  /// Adds an entry as the newest one.
  mutating func add(_ entry: ActivityEntry) {
    if all.count == Self.limit, passes(all.removeFirst()) { shown.removeLast() }
    all.append(entry)
    guard passes(entry) else { return }
    shown.insert(entry, at: 0)
    // Keeps the same entries in the viewport if the user has scrolled away from the newest entry.
    if top > 0 { top += 1 }
  }

  /// Filters the entries by the words of a search text.
  mutating func search(for input: TextInput) {
    self.input = input
    let words = FoldedText.words(of: input.text)
    guard words != self.words else { return }
    self.words = words
    filterAgain()
  }

  /// Filters by the next kind of entries; after the last kind, shows entries of all kinds.
  mutating func cycleKind() {
    let kinds = ActivityEntry.Kind.allCases
    let next = kind.flatMap { kinds.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    kind = next < kinds.count ? kinds[next] : nil
    filterAgain()
  }

  /// Clears the kind and the search text.
  mutating func clearFilter() {
    kind = nil
    input = TextInput()
    words = []
    filterAgain()
  }

  private mutating func filterAgain() {
    shown = all.reversed().filter(passes)
    top = 0
  }

  private func passes(_ entry: ActivityEntry) -> Bool {
    if let kind, !entry.isAmong(kind) { return false }
    guard !words.isEmpty else { return true }
    let text = [entry.when.clock, entry.kind.title, entry.text, entry.details]
    let bytes = FoldedText.bytes(of: text.joined(separator: "\n"))
    return words.allSatisfy { bytes.contains($0) }
  }
}
