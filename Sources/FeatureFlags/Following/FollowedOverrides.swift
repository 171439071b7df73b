package import FoundationEssentials
import Glibc
import Locking

/// The overrides that an app or a library follows: those of one file, until their time runs out.
///
/// Whoever follows is told of each change, and reads `overrides` then. Calls come one at a time, and
/// letting go of a file waits for one that is under way: it must not wait for the thread that lets
/// go.
package final class FollowedOverrides: Sendable {
  private struct State {
    var overrides: [Feature.Name: Override] = [:]
    var problem: WorkspaceError?
    var follower: OverridesFollower?
    var alarm: Alarm?
    var onChange: @Sendable () -> Void = {}
    /// Counts what was asked for, so that a file that was let go of has no say any more.
    var turn = 0
  }

  private let state = Locked(State())
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date

  /// Follows nothing yet.
  ///
  /// - Parameters:
  ///   - clock: What the wait for the end of an override is measured by.
  ///   - now: Tells the time on the wall.
  package init(
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.clock = clock
    self.now = now
  }

  /// What stands now.
  package var overrides: [Feature.Name: Override] { state.withLock { $0.overrides } }

  /// What is wrong with the file now; `nil` when all is well.
  ///
  /// The overrides that were read last stay in effect as long as there is something wrong.
  package var problem: WorkspaceError? { state.withLock { $0.problem } }

  /// Whether it was ever said what to follow, or to follow nothing.
  package var wasAsked: Bool { state.withLock { $0.turn > 0 } }

  /// The file that the environment tells apps to follow, as it was when it was first asked for.
  ///
  /// `nil` if it names none, and for a program that runs with the rights of another user: who starts
  /// it has no say in what it does.
  package static let pathOfEnvironment: String? = {
    guard getuid() == geteuid(), getgid() == getegid() else { return nil }
    let path = getenv(FeatureFlags.overridesVariable).map { String(cString: $0) }
    return path?.isEmpty == false ? path : nil
  }()
}

extension FollowedOverrides {
  /// Reads a file, and again whenever it changes; another one is followed no longer.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which need not be there yet.
  ///   - onProblem: Called on any thread when the file cannot be understood or followed, and with
  ///     `nil` when it can again.
  ///   - onChange: Called on any thread when other overrides stand than before: with the file at
  ///     hand before this returns.
  package func follow(
    _ path: String,
    onProblem: @escaping @Sendable (WorkspaceError?) -> Void,
    onChange: @escaping @Sendable () -> Void
  ) {
    let turn = begin(onChange)
    let tell = { @Sendable [weak self] (problem: WorkspaceError?) in
      self?.state.withLock { if $0.turn == turn { $0.problem = problem } }
      onProblem(problem)
    }
    let follower = OverridesFollower(path: path, onProblem: tell) { [weak self] in
      do throws(WorkspaceError) {
        self?.take(try OverridesFile.overrides(at: path), turn)
        return nil
      } catch {
        return error
      }
    }
    guard let follower else {
      return tell(.unreadable(path: path, reason: "no thread can be started to watch the file"))
    }
    state.withLock { if $0.turn == turn { $0.follower = follower } }
  }

  /// Follows no file any more, and takes back what it had put in effect.
  package func stop() {
    _ = begin {}
  }

  /// Lets go of the file that was followed.
  private func begin(_ onChange: @escaping @Sendable () -> Void) -> Int {
    let (former, turn) = state.withLock { state in
      let former = state
      state = State(onChange: onChange, turn: former.turn + 1)
      return (former, state.turn)
    }
    if !former.overrides.isEmpty { former.onChange() }
    // A follower that goes waits for its thread, which may wait for the lock: it goes without it.
    return withExtendedLifetime(former) { turn }
  }

  /// Takes over what was read, or what there is, less what has ended.
  private func take(_ read: [Feature.Name: Override]? = nil, _ turn: Int) {
    let now = now()
    let onChange = state.withLock { state -> (@Sendable () -> Void)? in
      guard state.turn == turn else { return nil }
      let standing = (read ?? state.overrides).standing(at: now)
      state.alarm = Alarm(standing, clock: clock, now: self.now) { [weak self] in
        self?.take(nil, turn)
      }
      defer { state.overrides = standing }
      return state.overrides == standing ? nil : state.onChange
    }
    onChange?()
  }
}
