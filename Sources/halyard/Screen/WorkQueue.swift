import Dashboard
import FeatureFlags
import Locking

/// Something to be done away from the thread of the screen.
enum Work: Sendable {
  /// A request of the dashboard to the source, polling, connectivity or user.
  case session(SessionEffect)
  /// All overrides are reset.
  case resetAll
  /// Features are deleted from the workspace.
  case delete([Feature.Name])
  /// The theme of this name is saved.
  case saveTheme(String)
  /// Decisions that are in effect are written into the workspace.
  case save(StagedChanges)
  /// Overrides that could not be saved are saved again.
  case retry
  /// The source is read again, because it is another one.
  case reload
  /// A poll ended, which began as the words say.
  case polled(PollOutcome, start: String)
}

/// The work that waits to be done, in order.
///
/// Decisions that wait one behind the other are saved together: a key that is held down does not
/// write the workspace more often than the disk keeps up with.
final class WorkQueue: Sendable {
  private struct State {
    var work: [Work] = []
    var isFinished = false
  }

  private let state = Locked(State())
  private let arrivals: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation

  init() {
    (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func add(_ work: Work) {
    state.withLock { state in
      if case .save(let later) = work, case .save(var staged) = state.work.last {
        staged.merge(later)
        state.work[state.work.count - 1] = .save(staged)
      } else if case .reload = work, case .reload = state.work.last {
        return
      } else if case .retry = work, state.work.contains(where: \.isRetry) {
        return
      } else {
        state.work.append(work)
      }
    }
    arrival.yield()
  }

  /// Ends the queue once everything in it has been taken.
  func finish() {
    state.withLock { $0.isFinished = true }
    arrival.yield()
  }

  /// Waits for the next piece of work; `nil` at the end.
  func next() async -> Work? {
    while true {
      let (work, isFinished) = state.withLock { state in
        (state.work.isEmpty ? nil : state.work.removeFirst(), state.isFinished)
      }
      if work != nil || isFinished { return work }
      for await _ in arrivals { break }
    }
  }
}

extension Work {
  fileprivate var isRetry: Bool { if case .retry = self { true } else { false } }
}
