package import FeatureFlags
import Files
package import Networking

/// Sends the impressions of decisions to a URL that a tester has chosen, as an app would.
///
/// Pending impressions are stored in the workspace, with one file per URL. A later sink with the
/// same URL sends them before its own impressions.
package final class ImpressionSink: Sendable {
  /// The folder in which pending impressions are stored.
  package let folder: String
  private let settings: OptimizelySdkSettings
  private let dispatcher: FileEventDispatcher

  /// Creates a sink; it sends no request before it is used.
  ///
  /// - Parameters:
  ///   - url: The URL to which every impression is sent.
  ///   - workspace: The workspace that stores pending impressions.
  ///   - timeout: The deadline of one request.
  ///   - client: The HTTP client that sends the requests.
  ///   - onProblem: Receives rejected impressions and file errors; called on any thread.
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
    // One queue per URL: impressions for an unreachable server must not block those for other
    // servers.
    folder = workspace.stateFolder + "/events-" + SHA256.digest(of: Array(url.utf8)).prefix(8)
    dispatcher = FileEventDispatcher(folder: folder, settings: settings)
  }

  /// The number of stored impressions that are not sent yet.
  package var waitingCount: Int { dispatcher.waitingCount }

  /// Stores the impressions of decisions, and sends them in the background.
  ///
  /// - Parameters:
  ///   - decisions: The decisions, in evaluation order.
  ///   - user: The user of the decisions.
  ///   - datafile: The datafile that was evaluated.
  /// - Throws: The reason why the impressions cannot be stored; then none of them is sent.
  package func send(
    _ decisions: [FlagDecision],
    of user: UserContext,
    in datafile: Datafile
  ) throws(OptimizelyError) {
    let (events, stamps) = (EventFactory(datafile, settings), EventStamps(settings))
    let impressions = decisions.flatMap(\.impressions).map {
      events.impression($0, of: user, stamps)
    }
    if !impressions.isEmpty { try dispatcher.dispatch(impressions) }
  }

  /// Sends all pending impressions, until a request fails.
  package func flush() async {
    await dispatcher.flush()
  }

  /// Sends all pending impressions, with up to three attempts, and closes the sink.
  ///
  /// - Parameter limit: The deadline for all attempts together.
  /// - Returns: The number of impressions that are still pending.
  package func finish(within limit: Duration) async -> Int {
    let timer = Task { [dispatcher] in
      // The sleep fails only if the attempts ended before the deadline.
      if (try? await Task.sleep(for: limit)) != nil { dispatcher.close() }
    }
    for pause in [Duration.zero, .milliseconds(200), .milliseconds(400)] {
      // If the caller is cancelled, the sleep ends early, and the next attempt starts at once.
      try? await Task.sleep(for: pause)
      await dispatcher.flush()
      if waitingCount == 0 { break }
    }
    timer.cancel()
    dispatcher.close()
    return waitingCount
  }
}
