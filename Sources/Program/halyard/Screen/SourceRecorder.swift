import FeatureFlags
import Workbench

import struct FoundationEssentials.Date

/// Logs the states of the features at the start of a program, and each later change of the source.
///
/// An entry is written on the thread of the session's executor, because the lock of the workspace can block.
final class SourceRecorder: Sendable {
  private let session: FlagSession
  private let log: SourceLog
  private let events: AsyncStream<Change>
  private let inbox: AsyncStream<Change>.Continuation

  /// A load that can lead to an entry, with its time.
  private enum Change {
    /// The session has features for the first time, or for another user.
    case start(Date)
    case load(LoadReport, Date)
  }

  /// Creates a recorder, and subscribes it to the session; returns `nil` for a program that writes nothing.
  init?(_ setup: Setup) {
    guard !setup.store.isReadOnly, let workspace = setup.store.workspace else { return nil }
    session = setup.session
    log = workspace.sourceLog
    (events, inbox) = AsyncStream.makeStream()
    session.subscribe { [inbox] event in
      switch event {
      case .loadEnded(let report) where report.change != nil:
        let isStart = report.isFirst || report.cause == .user
        inbox.yield(isStart ? .start(Date()) : .load(report, Date()))
      case .changed(let change):
        if case .loaded = change.kind { inbox.yield(.start(Date())) }
      case .loadEnded, .polling, .loading, .previewed, .saved, .notWritten, .overridesRead,
        .watchesWithDelay:
        break
      }
    }
  }

  /// Writes the entries until the task is cancelled.
  ///
  /// - Parameter report: Called after each written entry, and with the first of consecutive errors.
  func run(_ report: @escaping @Sendable (WorkspaceError?) -> Void = { _ in }) async {
    if session.loaded != nil { inbox.yield(.start(Date())) }
    var hasFailed = false
    for await change in events {
      guard let entry = entry(for: change) else { continue }
      let result = await Task(executorPreference: FlagSession.executor) { [log] in
        Result { () throws(WorkspaceError) in try log.append(entry) }
      }.value
      switch result {
      case .success(let isWritten):
        hasFailed = false
        if isWritten { report(nil) }
      case .failure(let error):
        if !hasFailed { report(error) }
        hasFailed = true
      }
    }
  }

  private func entry(for change: Change) -> SourceEntry? {
    switch change {
    case .start(let date):
      let store = session.store
      return SourceEntry(startWith: store.features, session.loaded, for: store.context, at: date)
    case .load(let report, let date): return SourceEntry(report, at: date)
    }
  }
}
