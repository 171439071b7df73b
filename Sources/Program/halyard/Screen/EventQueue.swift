import Dashboard
import FeatureFlags
import Frame
import Locking
import Text

import struct FoundationEssentials.Date

/// The events that the event loop has not handled yet: input, and the events of other threads in order.
///
/// Input is handled first, so that a flood of changes of overrides delays no key.
struct EventQueue {
  /// The waiting input events of the terminal, such as key presses.
  private var input: [Event] = []
  /// The index of the next input.
  private var inputStart = 0
  private var events = EventBuffer()
  /// The number of events of other threads that must be handled before the next input.
  private var precedingCount = 0

  /// The maximum size of a coalesced run of characters, in UTF-8 bytes.
  static let longestRun = 4096

  /// Whether all events have been handled.
  var isEmpty: Bool { !hasInput && events.isEmpty }

  /// Whether the queue has input; until it is handled, further keys stay in the buffer of the terminal,
  /// which bounds the size of the queue.
  var hasInput: Bool { inputStart < input.count }

  /// Whether the queue has no event that can be handled now; if `isHeld` is true, keys and pasted texts
  /// cannot be handled.
  func isIdle(isHeld: Bool) -> Bool {
    events.isEmpty && (!hasInput || isHeld && input[inputStart...].allSatisfy(\.isFromUser))
  }

  /// The maximum number of consecutive mouse actions in the queue.
  ///
  /// The oldest ones are dropped, so that many mouse actions do not delay the key after them.
  static let mouseLimit = 64

  /// Adds an event of the display.
  mutating func append(input event: Event) {
    let waiting = input.count - inputStart
    if case .mouse = event, waiting >= Self.mouseLimit {
      let last = input.indices.suffix(Self.mouseLimit)
      if input[last].allSatisfy(\.isMouse) { input.remove(at: last.lowerBound) }
    }
    input.append(event)
  }

  /// Adds events after all events of other threads.
  mutating func append(_ new: [Event]) {
    for event in new { events.append(event) }
  }

  /// Adds the events of other threads.
  mutating func append(_ new: EventBuffer) {
    events.append(new)
  }

  /// Makes the next input wait for all events that are in the queue now, so that the next key acts on
  /// the results of the previous key.
  mutating func holdInput() {
    precedingCount = events.count
  }

  /// Removes and returns the next event.
  ///
  /// - Parameters:
  ///   - isTyping: Whether characters are inserted into a text field. If so, a run of characters is
  ///     coalesced into one `typed` event.
  ///   - isHeld: Whether keys and pasted texts stay in the queue.
  /// - Returns: The event; `nil` if the queue is idle.
  mutating func next(isTyping: Bool, isHeld: Bool = false) -> Event? {
    if precedingCount == 0, let event = nextInput(isTyping: isTyping, isHeld: isHeld) {
      return event
    }
    precedingCount = max(precedingCount - 1, 0)
    return events.removeFirst()
  }

  private mutating func nextInput(isTyping: Bool, isHeld: Bool) -> Event? {
    guard hasInput else { return nil }
    defer { if !hasInput { (input, inputStart) = ([], 0) } }
    if isHeld {
      let index = input[inputStart...].firstIndex { !$0.isFromUser }
      return index.map { input.remove(at: $0) }
    }
    let event = input[inputStart]
    inputStart += 1
    guard isTyping, case .key(.character(let first)) = event else { return event }
    var text = String(first)
    while hasInput, text.utf8.count < Self.longestRun,
      case .key(.character(let next)) = input[inputStart]
    {
      text.append(next)
      inputStart += 1
    }
    return .typed(text)
  }
}

extension Event {
  fileprivate var isMouse: Bool { if case .mouse = self { true } else { false } }

  /// Whether the event is a key or text from the user, which must wait while an undo or redo is running.
  var isFromUser: Bool {
    switch self {
    case .key, .typed, .paste, .mouse, .line: true
    case _: false
    }
  }
}

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
  private var orphans: [OverrideKey: Override]?
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

/// The events from other threads that the event loop of the screen has not received yet.
final class Inbox: Sendable {
  /// The clock of the entries of the activity log.
  let time: DashboardClock
  private let events = Locked(EventBuffer())
  private let wake: @Sendable () -> Void

  /// Creates an empty inbox.
  ///
  /// - Parameters:
  ///   - time: The clock of the entries of the activity log.
  ///   - wake: Called after each event, to end the wait of the event loop.
  init(time: DashboardClock, wake: @escaping @Sendable () -> Void) {
    self.time = time
    self.wake = wake
  }

  /// Appends an event; safe from any thread, also under the lock of the store.
  func post(_ event: Event) {
    events.withLock { $0.append(event) }
    wake()
  }

  func removeAll() -> EventBuffer {
    events.withLock { events in
      defer { events = EventBuffer() }
      return events
    }
  }
}

extension Inbox {
  /// Posts an entry of the activity log for the current moment.
  func log(
    _ kind: ActivityEntry.Kind,
    _ text: String,
    details: String = "",
    author: String? = nil,
    features: [Feature.Name] = []
  ) {
    post(
      .activity(
        ActivityEntry(
          when: time.moment,
          kind: kind,
          text: text,
          details: details,
          author: author,
          features: features
        )
      )
    )
  }

  /// Reports a success by a notice and an entry of the activity log, which announces the change of the
  /// features.
  func report(success text: String, features: [Feature.Name] = []) {
    post(.notice(Notice(text, kind: .success)))
    log(.own, text, features: features)
  }

  /// Reports a failure by a notice and an entry of the activity log.
  func report(failure text: String) {
    post(.notice(Notice(text, kind: .failure)))
    log(.problem, text)
  }
}

/// The monotonic clock of the dashboard, and the clock and time zone of the user.
struct DashboardClock: Sendable {
  private let read: @Sendable () -> Duration
  /// Converts times on the monotonic clock to local dates and times.
  let wallClock = WallClock.system(at: Date())

  /// Creates a clock whose time is zero now.
  init() {
    let start = ContinuousClock.now
    read = { start.duration(to: .now) }
  }

  /// Creates a clock with another source of time, such as that of a test.
  init(now: @escaping @Sendable () -> Duration) { read = now }

  /// The time since the dashboard was opened.
  var now: Duration { read() }

  /// The current moment, with its local time.
  var moment: Moment { Moment(now, clock: Self.clock) }

  /// The local time, such as `10:04:12`.
  static var clock: String {
    let now = Date()
    return WallClock.system(at: now).localTime(of: now).clock
  }
}
