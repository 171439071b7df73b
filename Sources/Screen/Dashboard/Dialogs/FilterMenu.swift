import FeatureFlags
import Text

/// The menu that filters the feature list by type, section, override, change and evaluations.
struct FilterMenu: CriteriaMenu {
  private var filter: FeatureFilter
  private(set) var choices: [Criterion<Kind>]
  /// The requests of clients when the menu was opened; `nil` without a server.
  private let requests: ClientRequests?
  /// The changed features when the menu was opened.
  private let changed: Set<Feature.Name>

  enum Kind: Hashable, Sendable {
    case overridden
    case changed
    case unasked
    case type(FeatureKind)
    case section(String)
  }

  init(
    _ filter: FeatureFilter,
    _ list: FeatureList,
    _ requests: ClientRequests?,
    changed: Set<Feature.Name> = []
  ) {
    self.filter = filter
    self.requests = requests
    self.changed = changed
    choices = Self.choices(for: list, requests, changed)
  }

  var columns: ClosedRange<Int> { 48...48 }
  var request: Request { .filter(filter) }

  mutating func clear() { filter = FeatureFilter() }

  func label(of kind: Kind) -> String {
    switch kind {
    case .overridden: "state  "
    case .changed: "source "
    case .unasked: "clients"
    case .type: "type   "
    case .section: "section"
    }
  }

  mutating func refresh(with list: FeatureList?) -> Bool {
    guard let list else { return false }
    choices = Self.choices(for: list, requests, changed)
    return true
  }

  mutating func toggle(_ kind: Kind) {
    switch kind {
    case .overridden: filter.isOverriddenOnly.toggle()
    case .changed: filter.changed = filter.changed == nil ? changed : nil
    case .unasked: filter.isUnaskedOnly.toggle()
    case .type(let type): filter.kinds.formSymmetricDifference([type])
    case .section(let title): filter.sections.formSymmetricDifference([title])
    }
  }

  func isOn(_ kind: Kind) -> Bool {
    switch kind {
    case .overridden: filter.isOverriddenOnly
    case .changed: filter.changed != nil
    case .unasked: filter.isUnaskedOnly
    case .type(let type): filter.kinds.contains(type)
    case .section(let title): filter.sections.contains(title)
    }
  }

  private static func choices(
    for list: FeatureList,
    _ requests: ClientRequests?,
    _ changed: Set<Feature.Name>
  ) -> [Criterion<Kind>] {
    var counts: [FeatureKind: Int] = [:]
    for feature in list.features where !feature.isRemoved {
      counts[feature.kind, default: 0] += 1
    }
    let types = FeatureKind.sorted(counts.keys).compactMap { kind in
      counts[kind].map { Criterion<Kind>(kind: .type(kind), title: kind.label, count: $0) }
    }
    let sections = list.sections.map {
      Criterion<Kind>(kind: .section($0.title), title: $0.title, count: $0.positions.count)
    }
    let overridden = Criterion<Kind>(
      kind: .overridden,
      title: "Overridden",
      count: list.overriddenCount
    )
    let unasked = requests.map { requests in
      let count = list.features.count { $0.isUnasked(requests) }
      return Criterion<Kind>(kind: .unasked, title: "Never evaluated", count: count)
    }
    let count = changed.count { list.position(of: $0) != nil }
    let changes =
      changed.isEmpty ? [] : [Criterion<Kind>(kind: .changed, title: "Changed", count: count)]
    return types + sections + [overridden] + changes + (unasked.map { [$0] } ?? [])
  }
}
