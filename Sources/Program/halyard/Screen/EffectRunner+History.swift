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
    try finish(reverted)
  }

  /// Undoes one operation, and then releases the keys that wait for the undo.
  func undo(operation id: String) async throws(FlagStoreError) {
    defer { inbox.post(.reverted) }
    switch try await setup.store.undo(operation: id) {
    case .success(let reverted): try finish(reverted)
    case .failure(let refusal):
      let text = refusal.sentence(about: id)
      inbox.post(
        .notice(Notice(text.prefix(1).uppercased() + text.dropFirst() + ".", kind: .warning))
      )
    }
  }

  /// Undoes the newest operation of features by an author as soon as it is saved, and then releases the keys
  /// that wait for the undo.
  func undo(changeOf names: [Feature.Name], by author: String?) async throws(FlagStoreError) {
    let operation: OverrideOperation?
    do {
      try await setup.store.flush()
      operation = try await setup.store.recentOperations().first {
        $0.author == author && Set($0.changes.map(\.feature)) == Set(names)
      }
    } catch {
      inbox.post(.reverted)
      return inbox.report(failure: "The change cannot be undone: \(error)")
    }
    guard let operation else {
      inbox.post(.reverted)
      let text = "This change is not in the history."
      return inbox.post(.notice(Notice(text, kind: .information)))
    }
    try await undo(operation: operation.id)
  }

  private func finish(_ reverted: RevertedOperation) throws(FlagStoreError) {
    // A deleted feature is missing in the store until the next load: restores it, so that its restored
    // override has an effect.
    if reverted.operation.kind == .delete, reverted.direction == .undo {
      try setup.session.restoreFeatures()
    }
    let (clock, store) = (inbox.time.wallClock, setup.store)
    inbox.report(
      success: reverted.description(at: clock, own: store.origin, feature: store.feature(named:)),
      features: reverted.changes.map(\.feature)
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
      for event in try await Event.history(of: setup, inbox.time.wallClock) { inbox.post(event) }
    } catch {
      inbox.log(.problem, "The history cannot be read.", details: "\(error)")
    }
  }
}

extension Event {
  /// Reads the last changes of each feature, those of the source, and the last operations.
  ///
  /// - Throws: The reason why a file of the workspace cannot be read.
  static func history(of setup: Setup, _ clock: WallClock) async throws(WorkspaceError) -> [Event] {
    let operations = try await setup.store.recentOperations()
    let entries = try setup.workspace.sourceLog.entries()
    let log = TimelineLog(operations: operations.reversed(), entries: entries)
    let own = setup.store.origin
    let recent = Array(operations.prefix(ActivityEntry.operationLimit).reversed())
    return [
      .history(HistoryEntry.latest(in: operations)), .timeline(log),
      .operations(ActivityEntry.entries(of: recent, own: own, clock)),
    ]
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
}
