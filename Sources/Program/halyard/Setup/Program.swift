import FeatureFlags
import Files
import Networking
import Text

/// The dependencies of every command, such as the environment and the console.
struct Program: Sendable {
  let environment: Environment
  /// The name of the program with its command, such as `halyard enable`, for the history.
  let name: String
  var console: Console
  /// The themes for `--theme` and for the theme picker.
  let themes: ThemeLibrary
  /// Whether the user has disabled colours, by `--no-color` or `NO_COLOR`.
  let isMonochrome: Bool
  let version: String
  /// The debug log; `nil` without `--log`.
  let log: DebugLog?

  /// Creates an HTTP client whose requests appear in the debug log.
  func makeClient() -> HTTPClient { HTTPClient(configuration: clientConfiguration) }

  /// The settings of an HTTP client whose requests appear in the debug log.
  var clientConfiguration: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration()
    if let log {
      configuration.observer = { request, result in
        log.record(.request, Self.logText(request, result))
      }
    }
    return configuration
  }

  /// Logs a disk write to the debug log, if there is one.
  func recordWrite(_ path: String, _ byteCount: Int) {
    log?.record(.write, "\(path), \(Number.count(byteCount, "byte"))")
  }

  /// Warns if other users than its owner can read or write a file that contains a secret; ignores files
  /// that are not regular ones.
  func warn(ofSharedFile path: String) {
    guard let mode = FileSystem.sharedMode(of: path) else { return }
    let text = "0" + String(mode, radix: 8)
    console.warn(
      "\(path): found a secret in a file with mode \(text), which other users can access; "
        + "expected mode 0600"
    )
  }

  private static func logText(
    _ request: HTTPRequest,
    _ result: Result<HTTPResponse, HTTPError>
  ) -> String {
    let head = "\(request.method) \(URLRedaction.redacted(request.url))"
    switch result {
    case .success(let response):
      let milliseconds = Int(response.timings.total / .milliseconds(1))
      let bytes = Number.count(response.bytesReceived, "byte")
      return "\(head) \(response.status), \(bytes), \(milliseconds) ms"
    case .failure(let error): return "\(head) failed: \(error)"
    }
  }
}
