import Frame

/// The activity log: its entries, filter and scroll position.
struct ActivityLog: Sendable {
  /// The entries that pass the filter, from new to old.
  private(set) var shown: [ActivityEntry] = []
  /// The search text.
  private(set) var input = TextInput()
  /// The folded words of the search text.
  private(set) var words: [[UInt8]] = []
  /// The shown kind; `nil` for all kinds.
  private(set) var kind: ActivityEntry.Kind?
  /// The index of the first entry in the viewport.
  var top = 0

  /// All entries, from old to new.
  private var all: [ActivityEntry] = []

  /// The maximum number of entries; the oldest are dropped.
  static let limit = 1_000

  /// The number of all entries.
  var count: Int { all.count }
  /// Whether the filter may hide entries.
  var isFiltered: Bool { kind != nil || !words.isEmpty }

  /// Adds an entry.
  mutating func add(_ entry: ActivityEntry) {
    if all.count == Self.limit, passes(all.removeFirst()) { shown.removeLast() }
    all.append(entry)
    guard passes(entry) else { return }
    shown.insert(entry, at: 0)
    // Keeps the visible entries in place while the user has scrolled down.
    if top > 0 { top += 1 }
  }

  /// Shows only the entries with the words of a search text.
  mutating func search(for input: TextInput) {
    self.input = input
    let words = FoldedText.words(of: input.text)
    guard words != self.words else { return }
    self.words = words
    filterAgain()
  }

  /// Shows only the next kind of entries, and after the last kind all entries.
  mutating func cycleKind() {
    let kinds = ActivityEntry.Kind.allCases
    let next = kind.flatMap { kinds.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    kind = next < kinds.count ? kinds[next] : nil
    filterAgain()
  }

  /// Clears filter and search.
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
