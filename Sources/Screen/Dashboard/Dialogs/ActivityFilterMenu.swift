import FeatureFlags
import Text

/// The menu that filters the activity log by kind, author, note and user.
struct ActivityFilterMenu: CriteriaMenu {
  private var filter: ActivityFilter
  let choices: [Criterion<Kind>]

  enum Kind: Hashable, Sendable {
    case kind(ActivityEntry.Kind)
    case author(String)
    case note(String)
    case user(OverrideScope)
  }

  init(_ log: ActivityLog) {
    filter = log.filter
    let kinds = log.kindCounts.map {
      Criterion(kind: Kind.kind($0.kind), title: $0.kind.title, count: $0.count)
    }
    let authors = log.counts { $0.author.map { [$0] } ?? [] }.map {
      Criterion(kind: Kind.author($0.value), title: $0.value, count: $0.count)
    }
    let notes = log.counts(\.notes).map {
      Criterion(kind: Kind.note($0.value), title: $0.value, count: $0.count)
    }
    let users = log.counts(\.users).map {
      Criterion(kind: Kind.user($0.value), title: "\($0.value)", count: $0.count)
    }
    choices = kinds + authors + notes + users
  }

  var columns: ClosedRange<Int> { 44...44 }
  var request: Request { .filterActivity(filter) }

  func isOn(_ kind: Kind) -> Bool {
    switch kind {
    case .kind(let kind): filter.kinds.contains(kind)
    case .author(let author): filter.authors.contains(author)
    case .note(let note): filter.notes.contains(note)
    case .user(let user): filter.users.contains(user)
    }
  }

  mutating func toggle(_ kind: Kind) {
    switch kind {
    case .kind(let kind): filter.kinds.formSymmetricDifference([kind])
    case .author(let author): filter.authors.formSymmetricDifference([author])
    case .note(let note): filter.notes.formSymmetricDifference([note])
    case .user(let user): filter.users.formSymmetricDifference([user])
    }
  }

  mutating func clear() { filter = ActivityFilter() }

  func label(of kind: Kind) -> String {
    switch kind {
    case .kind: "kind  "
    case .author: "author"
    case .note: "note  "
    case .user: "user  "
    }
  }
}
