import Glibc
import Networking

/// Identifies overrides that an app can follow: those of a file or those of a server.
package enum OverrideLocator: Hashable, Sendable {
  /// An overrides file at the given path, such as the `overrides.json` of a workspace.
  case file(String)
  /// A server that serves the overrides of a workspace.
  case server(OverrideServerAddress)

  /// Parses a locator, such as the value of the environment variable `HALYARD_OVERRIDES`.
  ///
  /// - Parameters:
  ///   - text: A path, or the `http` or `https` URL of a server.
  ///   - token: The token of the server, by default that of the environment variable
  ///     `HALYARD_TOKEN`.
  package init(_ text: String, token: String? = OverrideLocator.tokenOfEnvironment) {
    // A mistyped URL is not treated as a path, so that the error of its request is reported.
    let isServer =
      HTTPAddress.isWeb(text) || (HTTPAddress.claimsWeb(text) && access(text, F_OK) != 0)
    self = isServer ? .server(OverrideServerAddress(url: text, token: token)) : .file(text)
  }

  /// Creates the overrides to follow, without reading them.
  ///
  /// - Parameter clock: The clock that measures the back-off of requests.
  /// - Returns: The overrides of the file or of the server.
  package func makeFollowable(
    clock: any Clock<Duration> = ContinuousClock()
  ) -> any FollowableOverrides {
    switch self {
    case .file(let path): FileOverrideStorage(path: path)
    case .server(let server): RemoteOverrides(server, clock: clock)
    }
  }

  /// The path or the URL, from which ``init(_:token:)`` creates an equal locator; it may contain a
  /// password, and must not be displayed.
  package var text: String {
    switch self {
    case .file(let path): path
    case .server(let server): server.url
    }
  }
}

extension OverrideLocator: CustomStringConvertible {
  /// The path, or the URL without its secrets.
  package var description: String {
    switch self {
    case .file(let path): URLRedaction.redacted(path: path)
    case .server(let server): server.description
    }
  }
}

// MARK: Environment

extension OverrideLocator {
  /// The name of the environment variable with the locator of the overrides that an app follows.
  package static let environmentVariable = "HALYARD_OVERRIDES"
  /// The name of the environment variable with the token of the server that an app follows.
  package static let tokenVariable = "HALYARD_TOKEN"

  /// The locator in `HALYARD_OVERRIDES`, read at the first use of the property; `nil` if the
  /// variable is not set.
  package static let ofEnvironment = value(of: environmentVariable).map { OverrideLocator($0) }

  /// The token in `HALYARD_TOKEN`, read at the first use of the property; `nil` if the variable is
  /// not set.
  package static let tokenOfEnvironment = value(of: tokenVariable)

  /// Returns the value of an environment variable; `nil` if it is empty.
  ///
  /// A program that runs with the privileges of a different user (setuid) ignores the variable: the
  /// user who starts the program must not control it.
  private static func value(of variable: String) -> String? {
    guard getuid() == geteuid(), getgid() == getegid() else { return nil }
    let text = getenv(variable).map { String(cString: $0) }
    return text.flatMap { $0.isEmpty ? nil : $0 }
  }
}
