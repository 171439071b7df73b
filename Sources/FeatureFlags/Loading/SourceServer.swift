package import Networking

package import struct FoundationEssentials.Date

/// The HTTP server of a source: sends requests, and converts responses and errors.
package struct SourceServer: Sendable {
  /// The URL of the source without its secrets.
  package let address: SourceAddress
  private let client: HTTPClient
  private let now: @Sendable () -> Date

  /// Creates a reference to a server, without sending a request.
  package init(_ url: String, client: HTTPClient, now: @escaping @Sendable () -> Date) {
    address = SourceAddress(url)
    self.client = client
    self.now = now
  }

  /// Validates a request before it is sent, and forbids redirects from `https` to `http`.
  ///
  /// - Throws: `unsupported` for a URL with a different scheme, `unusable` for an invalid URL or
  ///   header.
  package func validated(_ request: HTTPRequest) throws(SourceError) -> HTTPRequest {
    var request = request
    do throws(HTTPError) {
      request.isHTTPSOnly = try request.validated().scheme == "https"
      return request
    } catch .schemeNotAllowed(let scheme, _) {
      throw .unsupported(address.display, scheme: scheme)
    } catch .badURL {
      throw .unusable(address.display, .badURL(address.display))
    } catch {
      throw .unusable(address.display, error)
    }
  }

  /// Sends a request, and returns the document of an accepted response.
  ///
  /// A conditional request also accepts status 304. `refusal` returns the message of a body that is
  /// an error object.
  ///
  /// - Throws: `unreachable`, `refused` or `status`.
  package func fetch(
    _ request: HTTPRequest,
    isConditional: Bool,
    accepting accepted: ClosedRange<Int> = 200...200,
    progress: (@Sendable (HTTPProgress) -> Void)?,
    refusal: ([UInt8]) -> String? = { _ in nil }
  ) async throws(SourceError) -> Fetched {
    let response = try await mapError(awaiting: await client.send(request, progress: progress)) {
      (error: HTTPError) in SourceError.unreachable(address.display, error)
    }
    let facts = FetchFacts(
      status: response.status,
      address: URLRedaction.redacted(response.url),
      bytesReceived: response.bytesReceived,
      timings: response.timings,
      revision: response.revision,
      retryDelay: response.retryDelay(now: Int64(saturating: now().timeIntervalSince1970))
    )
    if response.status == 304, isConditional { return Fetched(bytes: nil, facts: facts) }
    if response.status != 304, let reason = refusal(response.body) {
      throw .refused(address.display, reason: reason, facts)
    }
    guard accepted.contains(response.status) else { throw .status(address.display, facts) }
    return Fetched(bytes: response.body, facts: facts)
  }
}
