import Dashboard
import FeatureFlags
import Text
import Workbench

import struct FoundationEssentials.Date

// MARK: Undo

extension EffectRunner {
  /// Undoes or redoes the last operation (a change of overrides that is one entry of the history), and then
  /// releases the keys that wait for it.
  func revert(_ direction: History.Direction) async throws(FlagStoreError) {
    defer { inbox.post(.reverted) }
    let reverted =
      switch direction {
      case .undo: try await setup.store.undo()
      case .redo: try await setup.store.redo()
      }
    guard let reverted else {
      // In a team, the operation may also remain because of a conflict with a colleague, which a dialog
      // shows.
      let reason = setup.team == nil ? "There is nothing to" : "There is no change of yours to"
      let text = "\(reason) \(direction == .undo ? "undo" : "redo")."
      return inbox.post(.notice(Notice(text, kind: .information)))
    }
    // A deleted feature is missing in the store until the next load: restores it, so that its restored
    // override has an effect.
    if reverted.operation.kind == .delete, direction == .undo {
      try setup.session.restoreFeatures()
    }
    let (clock, store) = (inbox.time.wallClock, setup.store)
    inbox.report(
      success: reverted.description(at: clock, own: store.origin, feature: store.feature(named:))
    )
  }
}

// MARK: Operations

extension EffectRunner {
  /// Adds a change of overrides by the user to the activity log, as one entry.
  func record(_ change: OverrideRequest) {
    switch change {
    case .set([], let names, _, _, let lifetime, let note):
      let (clock, now) = (inbox.time.wallClock, Date())
      if let lifetime {
        record(ActivityEntry.text(ofLifetime: lifetime, clock, now: now), of: names)
      }
      if let note { record(ActivityEntry.text(ofNote: note), of: names) }
    case .set(_, let names, _, _, _, _), .reset(let names, _): record(names)
    case .assign(let overrides, _), .undo(let overrides, _):
      record(Set(overrides.keys.map(\.feature)).sorted { $0.rawValue < $1.rawValue })
    case .bisect, .endSession, .resetAll, .delete: break
    }
  }

  /// Adds the new states of the given features to the activity log.
  private func record(_ names: [Feature.Name]) {
    let features = names.compactMap(setup.store.feature(named:))
    guard let entry = ActivityEntry(ownChangeOf: features, when: inbox.time.moment) else { return }
    record(entry)
  }

  /// Adds a change of the overrides of the given features, such as of their lifetime, to the activity log.
  private func record(_ change: String, of names: [Feature.Name]) {
    record(ActivityEntry(own: change, of: names, when: inbox.time.moment))
  }

  private func record(_ entry: ActivityEntry) {
    var entry = entry
    entry.author = setup.store.author
    inbox.post(.activity(entry))
  }
}

// MARK: History

extension EffectRunner {
  /// Reads the history of the overrides after all changes are saved, and posts the last changes of
  /// each feature.
  func readHistory() async {
    do throws(FlagStoreError) {
      try await setup.store.flush()
    } catch {
      // Drops the error: the session has reported that saving failed, and the history still has the
      // changes before the failure.
    }
    do throws(WorkspaceError) {
      for event in try await Event.history(of: setup) { inbox.post(event) }
    } catch {
      inbox.log(.problem, "The history cannot be read.", details: "\(error)")
    }
  }
}

extension Event {
  /// Reads the last changes of each feature, and those of the source.
  ///
  /// - Throws: The reason why a file of the workspace cannot be read.
  static func history(of setup: Setup) async throws(WorkspaceError) -> [Event] {
    let operations = try await setup.store.recentOperations()
    let entries = try setup.workspace.sourceLog.entries()
    let log = TimelineLog(operations: operations.reversed(), entries: entries)
    return [.history(HistoryEntry.latest(in: operations)), .timeline(log)]
  }
}

extension EffectRunner {
  /// The maximum number of past operations in the activity log.
  private static let pastLimit = 200

  /// Posts the last operations from before the dashboard was opened, so that the activity log shows them.
  func postPastOperations() async {
    let operations: [OverrideOperation]
    do throws(WorkspaceError) {
      operations = try await setup.store.recentOperations()
    } catch {
      // Drops the error: `readHistory()` reports that the history cannot be read.
      return
    }
    let clock = inbox.time.wallClock
    let past = operations.lazy.filter { $0.date < clock.start }.prefix(Self.pastLimit)
    let own = setup.store.origin
    inbox.post(.pastActivity(past.reversed().map { ActivityEntry($0, own: own, clock) }))
  }
}

extension ActivityEntry {
  /// Creates the entry for a past operation.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - own: The author and the program of this dashboard; operations of this author are the user's
  ///     own.
  ///   - clock: The start of the dashboard, and the time zone of the user.
  fileprivate init(_ operation: OverrideOperation, own: OperationOrigin, _ clock: WallClock) {
    let local = clock.localTime(of: operation.date)
    let isToday = local.date == clock.localTime(of: clock.start).date
    let rest = operation.changes.count > 1 ? " and \(operation.changes.count - 1) more" : ""
    let text = operation.changes.first.map { change in
      let change = HistoryEntry(operation, change).changeText(clock, now: clock.start)
      return "\(operation.changes[0].feature): \(change)\(rest)"
    }
    let origin =
      operation.changes.first.map { HistoryEntry(operation, $0).originText(for: own) } ?? ""
    self.init(
      when: Moment(
        .seconds(operation.date.timeIntervalSince(clock.start)),
        clock: isToday ? local.clock : String(local.date.suffix(5))
      ),
      kind: operation.author != nil && operation.author == own.author && operation.kind != .expiry
        ? .own : .other,
      text: text ?? "No change",
      details: (isToday ? [origin] : ["at \(local.minutes)", origin]).filter { !$0.isEmpty }
        .joined(separator: " · "),
      author: operation.author,
      features: operation.changes.map(\.feature)
    )
  }
}

/// Coalesces the requests to read the history: all requests that arrive during a read cause one more
/// read.
struct HistoryRequests: Sendable {
  private let requests: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  /// The shortest time between two reads, because the user can hold a key down.
  private static let pause = Duration.milliseconds(200)

  init() {
    (requests, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func request() { continuation.yield() }

  /// Serves the requests until the task is cancelled.
  func run(_ read: () async -> Void) async {
    for await _ in requests {
      await read()
      // A cancellation ends the sleep, and then the loop.
      try? await Task.sleep(for: Self.pause)
    }
  }
}

extension HistoryEntry {
  /// The maximum number of changes of one feature.
  private static let limit = 5

  /// Selects the last changes of each feature; the operations and the result begin with the newest.
  static func latest(in operations: [OverrideOperation]) -> [Feature.Name: [HistoryEntry]] {
    var latest: [Feature.Name: [HistoryEntry]] = [:]
    for operation in operations {
      for change in operation.changes where latest[change.feature, default: []].count < limit {
        latest[change.feature, default: []].append(HistoryEntry(operation, change))
      }
    }
    return latest
  }

  fileprivate init(_ operation: OverrideOperation, _ change: OverrideOperation.Change) {
    self.init(
      date: operation.date,
      author: operation.author,
      program: operation.program,
      kind: operation.kind,
      scope: change.key.scope,
      from: change.from,
      to: change.to
    )
  }
}
