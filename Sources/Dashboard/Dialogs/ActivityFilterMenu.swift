import Frame

/// The menu that filters the activity log by kind and author.
struct ActivityFilterMenu: MenuContent {
  private var filter: ActivityFilter
  private let choices: [Choice]

  /// One criterion, with the number of entries that meet the criterion.
  private struct Choice: Hashable {
    let kind: Kind
    let title: String
    let count: Int
  }

  private enum Kind: Hashable {
    case kind(ActivityEntry.Kind)
    case author(String)
  }

  /// Creates the menu for the entries of a log.
  init(_ log: ActivityLog) {
    filter = log.filter
    choices =
      log.kindCounts.map { Choice(kind: .kind($0.kind), title: $0.kind.title, count: $0.count) }
      + log.authorCounts.map { Choice(kind: .author($0.author), title: $0.author, count: $0.count) }
  }

  var title: String { "Show only" }
  var opener: Character { "f" }
  var verb: String { "done" }
  var columns: ClosedRange<Int> { 44...44 }
  var keys: [Key: MenuKey] { MenuKey.criteria }

  var rows: [MenuRow] {
    choices.map { choice in
      switch choice.kind {
      case .kind(let kind):
        .criterion(
          choice.title,
          isOn: filter.kinds.contains(kind),
          kind: "kind  ",
          count: choice.count
        )
      case .author(let author):
        .criterion(
          choice.title,
          isOn: filter.authors.contains(author),
          kind: "author",
          count: choice.count
        )
      }
    }
  }

  func hints(at row: Int?) -> [Hint] { Hint.criteria }

  mutating func choose(_ row: Int) -> DialogOutcome {
    switch choices[row].kind {
    case .kind(let kind): filter.kinds.formSymmetricDifference([kind])
    case .author(let author): filter.authors.formSymmetricDifference([author])
    }
    return .filterActivity(filter)
  }

  mutating func press(_ key: Key, at row: Int?) -> DialogOutcome? {
    guard key == .character("c") else { return nil }
    filter = ActivityFilter()
    return .filterActivity(filter)
  }
}
