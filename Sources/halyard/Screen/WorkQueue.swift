import Dashboard
import FeatureFlags
import Locking

/// A piece of work that does not run on the thread of the screen.
enum Work: Sendable {
  /// A request of the dashboard to the source, polling, connectivity or user.
  case session(SessionEffect)
  /// All overrides are reset.
  case resetAll
  /// Features are deleted from the workspace.
  case delete([Feature.Name])
  /// The theme of this name is saved.
  case saveTheme(String)
  /// The source is read again, because its file has changed.
  case reload
  /// A poll has ended; `start` is the text of the time at which it started.
  case polled(PollOutcome, start: String)
}

/// Queues work that runs in order, one piece at a time.
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

  /// Appends a piece of work; safe from any thread.
  func add(_ work: Work) {
    state.withLock { state in
      // A second reload in a row would read the same file again.
      if case .reload = work, case .reload = state.work.last { return }
      state.work.append(work)
    }
    arrival.yield()
  }

  /// Ends the queue once it is empty.
  func finish() {
    state.withLock { $0.isFinished = true }
    arrival.yield()
  }

  /// Waits for the next piece of work; `nil` once the queue has ended.
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
