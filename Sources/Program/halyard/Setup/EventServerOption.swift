import FeatureFlags
import FlagSystem
import Networking
import Text

/// The server of `--events`, which receives the impressions of decisions.
struct EventServerOption: Sendable {
  let url: String
  /// The host for display, with a port other than the default one.
  let host: String
  let timeout: Duration
  private let support: DecisionSupport

  /// Creates the option from a URL; nothing is sent yet.
  ///
  /// - Throws: `badURL` for a URL that is not `http` or `https`, `unavailable` without libcurl.
  init(url: String, timeout: Duration, _ support: DecisionSupport) throws(HTTPError) {
    let address = try HTTPRequest(url: url).validated()
    guard !address.host.isEmpty else { throw .badURL(url) }
    let defaultPort = address.scheme == "https" ? 443 : 80
    let port = address.port.flatMap { $0 == defaultPort ? nil : ":\($0)" } ?? ""
    host = address.host + port
    self.url = url
    self.timeout = timeout
    self.support = support
  }

  /// Creates the event dispatcher, which stores unsent impressions in a workspace.
  func sink(
    in workspace: Workspace,
    client: HTTPClient,
    onProblem: @escaping @Sendable (String) -> Void
  ) -> any DecisionSink {
    support.sink(
      DecisionServer(
        url: url,
        workspace: workspace,
        timeout: timeout,
        client: client,
        onProblem: onProblem
      )
    )
  }

  /// The error message for impressions that could not be sent and stay stored.
  func waitingMessage(_ count: Int, in folder: String) -> String {
    let subject = Number.count(count, "impression")
    let verb = count == 1 ? "is" : "are"
    return
      "\(subject) could not be sent to \(host), and \(verb) stored in \(folder) for the next run"
  }
}
