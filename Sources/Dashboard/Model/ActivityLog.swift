import Frame

/// What happened while the dashboard was open, and what of it is shown.
struct ActivityLog: Sendable {
  /// The entries that are shown, the newest first.
  private(set) var shown: [ActivityEntry] = []
  /// What they have in common, as it was typed.
  private(set) var input = TextInput()
  /// The words of it, folded.
  private(set) var words: [[UInt8]] = []
  /// The only kind that is shown; `nil` for all.
  private(set) var kind: ActivityEntry.Kind?
  /// Whether words are being typed.
  var isTyping = false
  /// The number of the first entry in view.
  var top = 0

  /// All entries, the oldest first.
  private var all: [ActivityEntry] = []

  /// The number of entries that are kept; the oldest make room.
  static let limit = 1_000

  /// The number of all entries.
  var count: Int { all.count }
  /// Whether some entries may be hidden.
  var isFiltered: Bool { kind != nil || !words.isEmpty }

  /// Adds what has just happened.
  mutating func add(_ entry: ActivityEntry) {
    if all.count == Self.limit, passes(all.removeFirst()) { shown.removeLast() }
    all.append(entry)
    guard passes(entry) else { return }
    shown.insert(entry, at: 0)
    // Whoever reads further down is not disturbed by what comes in above.
    if top > 0 { top += 1 }
  }

  /// Shows only the entries that have the words of a line.
  mutating func search(for input: TextInput) {
    self.input = input
    let words = FoldedText.words(of: input.text)
    guard words != self.words else { return }
    self.words = words
    filterAgain()
  }

  /// Shows only the next kind, and after the last one all of them.
  mutating func cycleKind() {
    let kinds = ActivityEntry.Kind.allCases
    let next = kind.flatMap { kinds.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    kind = next < kinds.count ? kinds[next] : nil
    filterAgain()
  }

  /// Shows everything.
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
