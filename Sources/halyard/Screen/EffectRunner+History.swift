import Dashboard
import FeatureFlags

import struct FoundationEssentials.Date

// MARK: Undo

extension EffectRunner {
  /// Undoes or redoes the last change of the workspace, and then releases the keys that wait.
  func revert(_ direction: History.Direction) async throws(FlagStoreError) {
    defer { inbox.post(.reverted) }
    let act =
      switch direction {
      case .undo: try await setup.store.undo()
      case .redo: try await setup.store.redo()
      }
    guard let act else {
      // In a team, a conflict with a colleague can be the reason, which a dialog then shows.
      let reason = setup.team == nil ? "Nothing to" : "Nothing of yours to"
      let text = "\(reason) \(direction == .undo ? "undo" : "redo")."
      return inbox.post(.notice(Notice(text, kind: .information)))
    }
    // The store deletes features until the next load, so that the overrides of an undone delete
    // need the features again.
    if act.kind == .delete, direction == .undo { try setup.session.restoreFeatures() }
    let text = RevertedAct(act, direction, feature: setup.store.feature(named:))
    say(text.description(at: time.wallClock))
  }
}

// MARK: Lifetimes

extension EffectRunner {
  /// Adds the new lifetimes of overrides to the activity log.
  func record(_ lifetime: Override.Lifetime, of names: [Feature.Name]) {
    let text = lifetime.text(time.wallClock, now: Date())
    for name in names {
      inbox.post(.activity(time.entry(.own, "\(name): override applies \(text)")))
    }
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
      // The session reports a failure to save; the history has the earlier changes.
    }
    do throws(WorkspaceError) {
      inbox.post(.history(HistoryEntry.latest(in: try await setup.store.recentActs())))
    } catch {
      inbox.post(
        .activity(time.entry(.problem, "The history cannot be read.", details: "\(error)"))
      )
    }
  }
}

/// Coalesces the requests to read the history: requests that arrive during a read cause one more.
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

  /// Selects the last changes of each feature from acts, both with the newest first.
  static func latest(in acts: [HistoryAct]) -> [Feature.Name: [HistoryEntry]] {
    var latest: [Feature.Name: [HistoryEntry]] = [:]
    for act in acts {
      for change in act.changes where latest[change.feature, default: []].count < limit {
        latest[change.feature, default: []].append(HistoryEntry(act, change))
      }
    }
    return latest
  }

  private init(_ act: HistoryAct, _ change: HistoryChange) {
    self.init(
      date: act.date,
      author: act.author,
      program: act.program,
      kind: Kind(act.kind),
      from: change.from,
      to: change.to
    )
  }
}

extension HistoryEntry.Kind {
  fileprivate init(_ kind: HistoryAct.Kind) {
    self =
      switch kind {
      case .change: .change
      case .delete: .delete
      case .undo: .undo
      case .redo: .redo
      case .bisection: .bisection
      case .expiry: .expiry
      case .edit: .edit
      }
  }
}
