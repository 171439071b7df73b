import Connectivity
import FeatureFlags
import FoundationEssentials
import Networking

extension Arguments {
  /// Parses the options of connectivity checks: `--url`, `--threshold`, `--expect`,
  /// `--expect-status` and `--timeout`.
  ///
  /// - Throws: `usage` for a URL, a percentage or a status that cannot be parsed; `source` if libcurl is
  ///   missing.
  func connectivityOptions() throws(Failure) -> ConnectivityOptions {
    ConnectivityOptions(
      urls: try probeURLs(),
      threshold: try threshold(),
      expectedText: value(.expect),
      expectedStatus: try expectedStatus(),
      timeout: try duration(.timeout)
    )
  }

  private func threshold() throws(Failure) -> ConnectivityPercentage? {
    guard let text = value(.threshold) else { return nil }
    guard let percent = Double(text), (0...100).contains(percent) else {
      throw usage("--threshold: found \"\(text)\", expected 0 to 100")
    }
    return ConnectivityPercentage(percent)
  }

  private func expectedStatus() throws(Failure) -> Int? {
    guard let text = value(.expectStatus) else { return nil }
    // Rejects 3xx: the client follows redirects, so no response has such a status.
    guard let status = Int(text), (200..<300).contains(status) || (400..<600).contains(status)
    else {
      throw usage(
        "--expect-status: found \"\(text)\", expected 200 to 299 or 400 to 599, such as 204"
      )
    }
    return status
  }

  private func probeURLs() throws(Failure) -> [URL] {
    var urls: [URL] = []
    for text in values(.url) {
      let found = URLRedaction.redacted(text, isAddress: true)
      do throws(HTTPError) {
        try HTTPRequest(url: text).validated()
        guard let url = URL(string: text) else { throw .badURL(found) }
        urls.append(url)
      } catch .unavailable(let reason) {
        throw .source(.unusable(found, .unavailable(reason)))
      } catch {
        throw usage("--url: found \"\(found)\", expected an http or https address")
      }
    }
    return urls
  }
}
