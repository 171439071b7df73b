import Text

/// The menu that filters the activity log by kind and author.
struct ActivityFilterMenu: CriteriaMenu {
  private var filter: ActivityFilter
  let choices: [Criterion<Kind>]

  enum Kind: Hashable, Sendable {
    case kind(ActivityEntry.Kind)
    case author(String)
  }

  init(_ log: ActivityLog) {
    filter = log.filter
    choices =
      log.kindCounts.map { Criterion(kind: .kind($0.kind), title: $0.kind.title, count: $0.count) }
      + log.authorCounts.map {
        Criterion(kind: .author($0.author), title: $0.author, count: $0.count)
      }
  }

  var columns: ClosedRange<Int> { 44...44 }
  var request: Request { .filterActivity(filter) }

  func isOn(_ kind: Kind) -> Bool {
    switch kind {
    case .kind(let kind): filter.kinds.contains(kind)
    case .author(let author): filter.authors.contains(author)
    }
  }

  mutating func toggle(_ kind: Kind) {
    switch kind {
    case .kind(let kind): filter.kinds.formSymmetricDifference([kind])
    case .author(let author): filter.authors.formSymmetricDifference([author])
    }
  }

  mutating func clear() { filter = ActivityFilter() }

  func label(of kind: Kind) -> String {
    switch kind {
    case .kind: "kind  "
    case .author: "author"
    }
  }
}
