import Connectivity
import FoundationEssentials
import Networking

/// The command line options for connectivity checks.
struct ConnectivityOptions: Sendable {
  /// The URLs to probe; empty for the default hosts.
  var urls: [URL] = []
  /// The percentage of probes that must succeed; `nil` for the default.
  var threshold: ConnectivityPercentage?
  /// The text that a response must contain; "" for an empty response, `nil` for the default.
  var expectedText: String?
  /// The status code of a successful response; `nil` accepts 200 to 299.
  var expectedStatus: Int?
  /// The timeout of a probe; `nil` for the default.
  var timeout: Duration?

  /// The configuration of a check with these options, and defaults for the others.
  ///
  /// - Parameter pollsAlways: Whether polling continues while the Internet is reachable.
  /// - Returns: The configuration of a `Connectivity`.
  func configuration(pollsAlways: Bool = false) -> ConnectivityConfiguration {
    let configuration = ConnectivityConfiguration(pollWhileOfflineOnly: !pollsAlways)
    if !urls.isEmpty {
      // Allows HTTP without TLS, because the user has chosen these URLs.
      configuration.configureHTTPSOnly(false).configureConnectivity(urls: urls)
    }
    if let threshold { configuration.configureSuccessThreshold(threshold) }
    if let expectedStatus { configuration.configureExpectedStatus(expectedStatus) }
    if let expectedText {
      configuration.configureResponseValidation(
        expectedText.isEmpty ? .equalsExpectedResponseString : .containsExpectedResponseString,
        expected: expectedText
      )
    }
    if let timeout { configuration.configureTimeout(timeout) }
    return configuration
  }
}

extension ConnectivityConfiguration {
  /// The URLs that a check requests, without secrets.
  var addresses: [String] {
    settings.probeRequests.map { URLRedaction.redacted($0.url.absoluteString) }
  }

  /// The hosts that are requested without `--url`.
  static var defaultHosts: [String] {
    defaultProbeRequests.compactMap(\.url.host)
  }
}
