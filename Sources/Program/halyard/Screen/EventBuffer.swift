import Dashboard
import FeatureFlags

/// Waiting events in the order in which they happened; consecutive changes of overrides are merged.
///
/// Other programs can change overrides faster than the screen is drawn: merging bounds the waiting
/// changes by the number of features. A change is merged into the last change with the same cause,
/// unless a load or a change with another cause came in between, because their order matters.
struct EventBuffer: Sendable {
  /// A single event, or the merged changes of overrides.
  private enum Item {
    case event(Event)
    case change(MergedEvent)
  }

  private var items: [Item] = []
  /// The index in `items` of the next item to remove.
  private var start = 0
  /// The index of the change into which the next change can be merged; `nil` if it must not be merged.
  private var last: Int?

  /// The number of items that are still in the buffer.
  var count: Int { items.count - start }

  /// Whether no item is left.
  var isEmpty: Bool { count == 0 }

  /// Adds an event at the end, or merges it into the last change.
  mutating func append(_ event: Event) {
    guard case .session(.changed(let change)) = event, let merged = MergedEvent(change) else {
      if event.replacesFeatures { last = nil }
      return items.append(.event(event))
    }
    append(merged)
  }

  /// Adds all items of another buffer at the end.
  mutating func append(_ other: EventBuffer) {
    for item in other.items[other.start...] {
      switch item {
      case .event(let event): append(event)
      case .change(let change): append(change)
      }
    }
  }

  private mutating func append(_ change: MergedEvent) {
    if let last, last >= start, case .change(var former) = items[last],
      former.cause == change.cause
    {
      // Releases the reference in `items` first, so that `add` does not copy very many features
      // (copy-on-write).
      items[last] = .event(.tick)
      former.add(change)
      items[last] = .change(former)
    } else {
      last = items.count
      items.append(.change(change))
    }
  }

  /// Removes and returns the next event; `nil` if none is left.
  mutating func removeFirst() -> Event? {
    guard start < items.count else { return nil }
    defer { if start == items.count { self = EventBuffer() } }
    start += 1
    switch items[start - 1] {
    case .event(let event): return event
    case .change(let change): return .session(.changed(change.change))
    }
  }
}

/// Several changes of overrides with the same cause; each changed feature has its last state.
private struct MergedEvent: Sendable {
  let cause: StoreChange.Cause
  private var revision: Int
  private var features: [Feature]
  private var orphans: [Feature.Name: Override]?
  private var positions: [Feature.Name: Int]
  private var dependents: [Feature.Name: Feature]

  /// Creates the merged form of one change; `nil` for a load.
  init?(_ change: StoreChange) {
    guard case .overridden(let features) = change.kind else { return nil }
    cause = change.cause
    revision = change.revision
    self.features = features
    orphans = change.orphans
    positions = [:]
    dependents = Dictionary(change.dependents.map { ($0.name, $0) }) { $1 }
  }

  /// Adds a later change, whose features replace the features with the same names.
  mutating func add(_ later: MergedEvent) {
    revision = later.revision
    orphans = later.orphans ?? orphans
    if positions.isEmpty {
      for position in features.indices { positions[features[position].name] = position }
    }
    for feature in later.features {
      dependents[feature.name] = nil
      if let position = positions[feature.name] {
        features[position] = feature
      } else {
        positions[feature.name] = features.count
        features.append(feature)
      }
    }
    dependents.merge(later.dependents) { $1 }
  }

  var change: StoreChange {
    StoreChange(
      revision: revision,
      kind: .overridden(features),
      cause: cause,
      orphans: orphans,
      dependents: Array(dependents.values)
    )
  }
}

extension Event {
  /// Whether the event has new features, so that changes before and after it must not be merged.
  fileprivate var replacesFeatures: Bool {
    switch self {
    case .session(let event): event.replacesFeatures
    case .loaded, .reverted: true
    case _: false
    }
  }
}

extension SessionEvent {
  fileprivate var replacesFeatures: Bool {
    switch self {
    case .changed, .loadEnded, .previewed: true
    case .polling, .loading, .saved, .notWritten, .overridesRead, .watchesWithDelay: false
    }
  }
}
