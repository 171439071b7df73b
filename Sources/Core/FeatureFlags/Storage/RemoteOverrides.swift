import Locking

/// The overrides of a workspace that a server on this or another machine serves; they can only be
/// followed.
///
/// The document is fetched with conditional requests: at the start, after each event of the server's
/// event stream, and after each new connection to the stream. A lost connection is opened again with
/// exponential back-off and jitter, from 0.5 s to 15 s. A server without an event stream is polled at
/// these delays. While the server cannot be reached, the error is reported, and the last overrides
/// remain active.
package struct RemoteOverrides: FollowableOverrides {
  /// The timeouts of a follower.
  package struct Timeouts: Hashable, Sendable {
    /// The longest time for which ``RemoteOverrides/follow(_:)`` blocks its caller; 1 s by default.
    package var firstResponse = Duration.seconds(1)
    /// The longest silence of the event stream, after which the connection counts as lost; 45 s by
    /// default, three times the interval of the server's heartbeats.
    package var silence = Duration.seconds(45)

    /// Creates the default timeouts.
    package init() {}
  }

  private let server: OverrideServerAddress
  private let clock: any Clock<Duration>
  private let timeouts: Timeouts
  private let random: @Sendable () -> Double

  /// Creates a reference to the overrides; no request is sent until they are followed.
  ///
  /// - Parameters:
  ///   - server: The address of the server, and its token.
  ///   - clock: The clock that measures the back-off.
  ///   - timeouts: The timeouts, which are measured by the system's clock.
  ///   - random: Returns a random number from 0 to 1, for the jitter.
  package init(
    _ server: OverrideServerAddress,
    clock: any Clock<Duration> = ContinuousClock(),
    timeouts: Timeouts = Timeouts(),
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
  ) {
    self.server = server
    self.clock = clock
    self.timeouts = timeouts
    self.random = random
  }

  /// Reports the overrides of the server, and each later change.
  ///
  /// Blocks the calling thread until the first response, at most for one second, so that an app starts
  /// with the overrides of a running server. If the server is not running, the connection is refused
  /// immediately. A request that takes longer continues in the background. The requests and the reports
  /// run on a thread of their own: they never wait for the cooperative thread pool, which the caller may
  /// block.
  package func follow(
    _ report: @escaping @Sendable (StoredOverrides.Reading) -> Void
  ) -> OverridesFollower? {
    let reporter = RevisionReporter(report)
    let first = BlockingResult<Void>()
    let executor = ThreadExecutor(label: "halyard.overrides.remote")
    let task = Task(executorPreference: executor) { [self] in
      var connection = RemoteOverridesConnection(
        server,
        clock: clock,
        silence: timeouts.silence,
        random: random
      ) { reading in
        reporter.refresh { reading }
        first.finish(with: ())
      }
      await connection.run()
      // Ends the wait below: a task that was cancelled before its first response never calls `report`.
      first.finish(with: ())
    }
    _ = first.wait(upTo: timeouts.firstResponse)
    return OverridesFollower {
      task.cancel()
      reporter.end()
    }
  }
}
