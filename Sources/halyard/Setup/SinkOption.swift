import FeatureFlags
import Networking
import Optimizely

/// Where the impressions of decisions are sent, if a tester wants them to be.
struct SinkOption: Sendable {
  let url: String
  /// The host, for people, with a port that is not the usual one.
  let host: String
  let timeout: Duration

  /// Takes the place from the command line; `nil` if nothing is to be sent.
  ///
  /// - Throws: `usage` for what is no `http` or `https` address.
  init?(_ arguments: Arguments) throws(Failure) {
    guard let url = arguments.value(.events) else { return nil }
    do throws(HTTPError) {
      let address = try HTTPRequest(url: url).validated()
      guard !address.host.isEmpty else { throw .badURL(url) }
      let usual = address.scheme == "https" ? 443 : 80
      let port = address.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? ""
      host = address.host + port
    } catch .unavailable(let reason) {
      throw .source(.unusable(URLRedaction.redacted(url), .unavailable(reason)))
    } catch {
      let text = URLRedaction.redacted(url)
      throw .usage("--events \"\(text)\" wants an http or https address", command: .decide)
    }
    self.url = url
    timeout = try arguments.duration(.timeout) ?? .seconds(10)
  }

  /// What sends, and keeps in a workspace what cannot be sent yet.
  func sink(
    in workspace: Workspace,
    onProblem: @escaping @Sendable (OptimizelyError) -> Void
  ) -> ImpressionSink {
    ImpressionSink(url: url, workspace: workspace, timeout: timeout, onProblem: onProblem)
  }

  /// What is said of impressions that could not be sent.
  func waitingWords(_ count: Int, in folder: String) -> String {
    let (subject, verb) = count == 1 ? ("1 impression", "is") : ("\(count) impressions", "are")
    return
      "\(subject) could not be sent to \(host), and \(verb) kept in \(folder) until the next time"
  }
}
