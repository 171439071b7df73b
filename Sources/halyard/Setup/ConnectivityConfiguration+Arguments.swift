import Connectivity
import FoundationEssentials

extension ConnectivityConfiguration {
  /// Takes the settings from the command line.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - pollsAlways: Whether to go on checking while the Internet is reached.
  /// - Throws: `usage` for an address, a share or a time that is none.
  init(_ arguments: Arguments, pollsAlways: Bool = false) throws(Failure) {
    self.init(pollWhileOfflineOnly: !pollsAlways)
    let urls = try Self.urls(arguments)
    if !urls.isEmpty {
      // An address that somebody names is theirs to choose.
      self = configureHTTPSOnly(false).configureConnectivity(urls: urls)
    }
    if let text = arguments.value(.threshold) {
      guard let percent = Double(text), (0...100).contains(percent) else {
        throw .usage("--threshold \"\(text)\" wants 0 to 100", command: arguments.command)
      }
      self = configureSuccessThreshold(ConnectivityPercentage(percent))
    }
    if let expected = arguments.value(.expect) {
      self = configureResponseValidation(.containsExpectedResponseString, expected: expected)
    }
    if let timeout = try arguments.duration(.timeout) { self = configureTimeout(timeout) }
  }

  private static func urls(_ arguments: Arguments) throws(Failure) -> [URL] {
    var urls: [URL] = []
    for text in arguments.values(.url) {
      guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
        ["http", "https"].contains(scheme), url.host?.isEmpty == false
      else {
        throw .usage(
          "--url \"\(text)\" wants an http or https address",
          command: arguments.command
        )
      }
      urls.append(url)
    }
    return urls
  }
}
