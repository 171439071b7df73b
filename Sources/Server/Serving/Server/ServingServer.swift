package import FeatureFlags
package import FlagSystem
package import HTTPServer
package import Networking
package import Workbench

package import struct FoundationEssentials.Date

/// Serves the features of a session with the tester's overrides, to apps in any language.
///
/// ```swift
/// var settings = ServingSettings(address: try ListenAddress("127.0.0.1:8016"))
/// let server = try ServingServer(session, settings)
/// print("Serving on \(server.url)")
/// ```
///
/// The server runs on threads of its own, until it is stopped or released.
package final class ServingServer: Sendable {
  private let app: ServingApp
  private let server: HTTPServer

  /// Binds the address and starts to serve.
  ///
  /// - Parameters:
  ///   - session: The session whose features are served.
  ///   - settings: The address, the token and the limits.
  ///   - clock: The clock for the intervals of events and heartbeats.
  ///   - now: Returns the wall clock time.
  /// - Throws: The reason why the server cannot start.
  package init(
    _ session: FlagSession,
    _ settings: ServingSettings,
    clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(HTTPServerError) {
    let pool = WorkPool(width: max(1, min(4, WorkPool.coreCount - 1)), clock: clock)
    let broadcaster = EventBroadcaster(pool: pool, clock: clock)
    // The subscriptions last as long as the session, so that they must not retain a stopped server.
    let served = ServedStore(session, systems: settings.systems, now: now) {
      [weak broadcaster] in broadcaster?.publish(modified: $0)
    }
    let access: ServingActivity.Access =
      settings.token == nil ? .open(isLoopback: settings.address.isLoopback) : .token
    let activity = ServingActivity(url: "", access: access, start: now())
    let tests = TestRecorder(now: now)
    session.subscribe { [weak tests] event in
      if case .loadEnded(let report) = event, report.change != nil {
        tests?.forget(report.difference)
      }
    }
    let app = ServingApp(
      settings,
      served,
      pool: pool,
      broadcaster: broadcaster,
      recorder: ActivityRecorder(activity, UserAgents(settings.systems), now: now),
      tests: tests
    )
    self.app = app
    server = try HTTPServer(settings.address, tls: settings.tls, limits: settings.limits) {
      app.reply(to: $0)
    }
  }

  deinit {
    stop(within: .zero)
  }

  /// The base URL of the server, without a trailing slash.
  package var url: String { server.url }

  /// The activity since the start.
  package var activity: ServingActivity {
    var activity = app.recorder.snapshot()
    activity.url = server.url
    activity.tests = app.tests.users
    return activity
  }

  /// Returns the current activity, and then the activity after each change, until the consumer ends.
  ///
  /// No timer runs without requests, so that an idle server does not wake the program.
  ///
  /// - Parameter interval: The shortest time between two reports.
  /// - Returns: The stream, for one consumer.
  package func activities(every interval: Duration) -> AsyncStream<ServingActivity> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ServingActivity.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let (recorder, tests) = (app.recorder, app.tests)
    let url = server.url
    let task = Task.detached {
      while !Task.isCancelled {
        let revision = recorder.revision
        var activity = recorder.snapshot()
        activity.url = url
        activity.tests = tests.users
        continuation.yield(activity)
        // The sleep only fails when the task is cancelled.
        try? await Task.sleep(for: interval)
        await recorder.waitForChange(after: revision)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// Refuses new connections, ends all event streams, finishes the current responses, and closes all
  /// connections; blocks the calling thread.
  ///
  /// - Parameter grace: The longest wait for responses that are being sent.
  package func stop(within grace: Duration = .seconds(1)) {
    // Refuses new connections first, because clients reconnect when their streams end.
    server.stopListening()
    app.broadcaster.finish()
    app.pool.stop()
    server.stop(within: grace)
  }
}

/// The settings of a server.
package struct ServingSettings: Sendable {
  /// The flag systems whose SDKs the server serves.
  package var systems: [FlagSystem]
  /// The address on which the server listens.
  package var address: ListenAddress
  /// The certificate for TLS; `nil` for a server without TLS.
  package var tls: HTTPServer.TLS?
  /// The token that clients have to send; `nil` if requests need no token.
  package var token: AccessToken?
  /// The origins whose pages may use the server from a browser, in addition to the pages of this machine;
  /// `*` allows all origins.
  package var allowedOrigins: [String] = []
  /// The host names that clients may use for a server on a loopback address without a token, in addition to
  /// `localhost`, IP addresses and the host of ``address``.
  package var hostNames: [String] = []
  /// The URL of the host that gets the requests for other paths, and those that a flag system forwards; `nil`
  /// for none.
  package var forwardURL: String?
  /// The client that sends forwarded requests.
  package var client = HTTPClient()
  /// The limits of requests and connections.
  package var limits = ServerLimits()

  /// Whether a text can be one of ``hostNames``: a host without a port.
  package static func isHostName(_ text: String) -> Bool {
    !text.isEmpty && RequestHosts.host(of: text) == text
  }

  /// Creates settings for an address, without TLS and token.
  package init(address: ListenAddress, systems: [FlagSystem]) {
    (self.address, self.systems) = (address, systems)
  }
}
