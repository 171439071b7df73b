import Connectivity
import FoundationEssentials
import Networking

extension ConnectivityConfiguration {
  /// Makes settings from the options of the command line.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - pollsAlways: Whether polling continues while the Internet is reached.
  /// - Throws: `usage` for an address, a percentage or a time that cannot be parsed.
  convenience init(_ arguments: Arguments, pollsAlways: Bool = false) throws(Failure) {
    self.init(pollWhileOfflineOnly: !pollsAlways)
    let urls = try Self.urls(arguments)
    if !urls.isEmpty {
      // The user chose these addresses, plain http included.
      configureHTTPSOnly(false).configureConnectivity(urls: urls)
    }
    if let text = arguments.value(.threshold) {
      guard let percent = Double(text), (0...100).contains(percent) else {
        throw .usage(
          "--threshold: found \"\(text)\", expected 0 to 100",
          command: arguments.command
        )
      }
      configureSuccessThreshold(ConnectivityPercentage(percent))
    }
    if let expected = arguments.value(.expect) {
      configureResponseValidation(.containsExpectedResponseString, expected: expected)
    }
    if let timeout = try arguments.duration(.timeout) { configureTimeout(timeout) }
  }

  /// The addresses that a check requests.
  var addresses: [String] {
    settings.probeRequests.map { URLRedaction.redacted($0.url.absoluteString) }
  }

  /// The hosts that are requested without `--url`.
  static var defaultHosts: [String] {
    defaultProbeRequests.compactMap(\.url.host)
  }

  private static func urls(_ arguments: Arguments) throws(Failure) -> [URL] {
    var urls: [URL] = []
    for text in arguments.values(.url) {
      guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
        ["http", "https"].contains(scheme), url.host?.isEmpty == false
      else {
        throw .usage(
          "--url: found \"\(URLRedaction.redacted(text))\", expected an http or https address",
          command: arguments.command
        )
      }
      urls.append(url)
    }
    return urls
  }
}
