package import FeatureFlags
package import Networking

/// Sends the impressions of decisions to a place that a tester has named, as an app would.
///
/// What cannot be sent waits in a file of the workspace, one for each place, and goes first the next
/// time.
package final class ImpressionSink: Sendable {
  /// The folder of what waits.
  package let folder: String
  private let settings: OptimizelySdkSettings
  private let dispatcher: FileEventDispatcher

  /// Makes a sink; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - url: The address, which gets every impression.
  ///   - workspace: Where impressions wait.
  ///   - timeout: The longest time for one request.
  ///   - client: What sends.
  ///   - onProblem: Told of what the place refused, and of files that fail; called on any thread.
  package init(
    url: String,
    workspace: Workspace,
    timeout: Duration,
    client: HTTPClient = HTTPClient(),
    onProblem: @escaping @Sendable (OptimizelyError) -> Void
  ) {
    var settings = OptimizelySdkSettings()
    settings.eventsURL = url
    settings.events.interval = .zero
    settings.events.longestRetry = .seconds(10)
    settings.events.timeout = timeout
    settings.httpClient = client
    settings.onProblem = onProblem
    self.settings = settings
    // A place that cannot be reached must not hold up another one.
    folder = workspace.stateFolder + "/events-" + SHA256.digest(of: Array(url.utf8)).prefix(8)
    dispatcher = FileEventDispatcher(folder: folder, settings: settings)
  }

  /// How many impressions wait.
  package var waitingCount: Int { dispatcher.waitingCount }

  /// Sends the impressions of decisions.
  ///
  /// - Parameters:
  ///   - decisions: The decisions, in order.
  ///   - user: The user for whom they were made.
  ///   - datafile: The datafile on which they are based.
  /// - Throws: Why they cannot be kept until they are sent; none is sent then.
  package func send(
    _ decisions: [FlagDecision],
    of user: UserContext,
    in datafile: Datafile
  ) throws(OptimizelyError) {
    let (events, stamps) = (EventFactory(datafile, settings: settings), EventStamps(settings))
    let impressions = decisions.flatMap(\.impressions).map {
      events.impression($0, of: user, stamps)
    }
    if !impressions.isEmpty { try dispatcher.dispatch(impressions) }
  }

  /// Sends what waits, also from before, as far as the place takes it now.
  package func flush() async {
    await dispatcher.flush()
  }

  /// Sends what waits, with a few attempts, and nothing any more afterwards.
  ///
  /// - Parameter limit: The longest time that this takes.
  /// - Returns: How many impressions wait still.
  package func finish(within limit: Duration) async -> Int {
    let timer = Task { [dispatcher] in
      // Sleeping fails only when all that can be done was done before.
      if (try? await Task.sleep(for: limit)) != nil { dispatcher.close() }
    }
    for pause in [Duration.zero, .milliseconds(200), .milliseconds(400)] {
      // Whoever does not want to wait is told what waits.
      try? await Task.sleep(for: pause)
      await dispatcher.flush()
      if waitingCount == 0 { break }
    }
    timer.cancel()
    dispatcher.close()
    return waitingCount
  }
}
