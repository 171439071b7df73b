import Dashboard
import FeatureFlags
import Locking
import Serving

/// The server for apps inside the dashboard, which the user can start and stop.
final class ScreenServer: Sendable {
  private let session: FlagSession
  private let settings: ServingSettings
  private let running = Locked<Running?>(nil)

  private struct Running {
    let server: ServingServer
    /// The task that reports the activity of the server; `nil` before the dashboard is open.
    var reports: Task<Void, Never>?
  }

  /// The shortest time between two reports of the server, which can receive thousands of requests in
  /// this time.
  private static let interval = Duration.milliseconds(200)

  /// Creates a server that does not run yet.
  init(_ session: FlagSession, _ settings: ServingSettings) {
    (self.session, self.settings) = (session, settings)
  }

  /// Starts the server, unless it runs.
  ///
  /// - Returns: The URL of the server.
  /// - Throws: `server` with the reason why the server cannot start.
  @discardableResult
  func start() throws(Failure) -> String {
    if let server = running.withLock({ $0?.server }) { return server.url }
    let server = try ServingServer.started(session, settings)
    running.withLock { $0 = Running(server: server) }
    return server.url
  }

  /// Starts to post the activity of the running server to the inbox.
  func report(to inbox: Inbox) {
    running.withLock { running in
      guard let server = running?.server, running?.reports == nil else { return }
      running?.reports = Task { [weak self] in
        for await activity in server.activities(every: Self.interval) {
          // Posts under the lock, so that no activity follows the end of the server.
          self?.running.withLock { if $0?.server === server { inbox.post(.serving(activity)) } }
        }
      }
    }
  }

  /// Stops the server, and closes the connections of its clients; blocks the calling thread.
  func stop() {
    let stopped = running.withLock { running in
      defer { running = nil }
      return running
    }
    stopped?.reports?.cancel()
    stopped?.server.stop()
  }
}

extension EffectRunner {
  /// Starts or stops the server for apps, and shows its address, or the reason why it cannot start.
  func serve(_ isOn: Bool) {
    guard isOn else {
      server.stop()
      inbox.post(.serving(nil))
      return inbox.report(success: "The server has stopped.")
    }
    guard setup.session.loaded != nil else {
      return inbox.report(failure: "The source is not loaded yet, so that it cannot be served.")
    }
    do throws(Failure) {
      let url = try server.start()
      server.report(to: inbox)
      inbox.report(success: "Apps can connect to \(url) now.")
    } catch {
      inbox.report(failure: "The server cannot start: \(error.message ?? "")")
    }
  }
}
