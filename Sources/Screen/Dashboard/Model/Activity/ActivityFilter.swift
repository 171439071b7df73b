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
