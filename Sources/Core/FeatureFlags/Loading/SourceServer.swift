package import Networking

/// The HTTP server of a source: sends requests, and converts responses and errors.
package struct SourceServer: Sendable {
  /// The URL of the source without its secrets.
  package let address: SourceAddress
  /// The URL without the prefix that selects the service.
  package let url: String
  /// The HTTP client and the clocks.
  package let dependencies: ServerDependencies
  /// Called with each response, before its status is checked; must be fast.
  package var onResponse: (@Sendable (HTTPResponse) -> Void)?
  /// The key of the cached document, for sources whose document depends only on the URL and the headers.
  package let cacheKey: String
  private let accepted: ClosedRange<Int>
  private let denied: Set<Int>
  private let refusal: @Sendable ([UInt8]) -> String?

  /// Creates a reference to the server of a source, without sending a request.
  ///
  /// - Parameters:
  ///   - text: The URL, with the prefix that selects the type of the source.
  ///   - type: The type of the source.
  ///   - headers: The headers that the caller has chosen, on which the document can depend.
  ///   - dependencies: The HTTP client, which several sources can share, and the clocks.
  ///   - accepted: The status codes of a response with a document.
  ///   - denied: The status codes with which the server denies the token, so that an immediate retry is
  ///     useless.
  ///   - refusal: Returns the message of a body that is an error object; `nil` for a document.
  /// - Throws: `unsupported` for a URL without the prefix, or with a scheme other than `http` and
  ///   `https` after the prefix.
  package init<Service: ServerSource>(
    _ text: String,
    of type: Service.Type,
    headers: HTTPHeaders,
    dependencies: ServerDependencies,
    accepting accepted: ClosedRange<Int> = 200...200,
    denying denied: Set<Int> = [],
    refusal: @escaping @Sendable ([UInt8]) -> String? = { _ in nil }
  ) throws(SourceError) {
    address = SourceAddress(text)
    cacheKey = address.cacheKey(sending: headers)
    // A plain URL without a scheme, or with an unsupported one, is reported later by the validation of
    // the request.
    guard type.prefix.isEmpty || type.hasAddress(text) else {
      let scheme = text.firstRange(of: "://").map { String(text[..<$0.lowerBound]) }
      throw .unsupported(address.display, scheme: scheme ?? "none")
    }
    url = String(text.dropFirst(type.prefix.count))
    self.dependencies = dependencies
    self.accepted = accepted
    self.denied = denied
    self.refusal = refusal
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

  /// Sends a request, and returns the document of an accepted response; a conditional request also
  /// accepts status 304, without a document.
  ///
  /// - Throws: `unreachable`, `denied`, `refused` or `status`; the errors of ``validated(_:)``.
  package func fetch(
    _ request: HTTPRequest,
    isConditional: Bool,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(SourceError) -> Fetched {
    let request = try validated(request)
    let client = dependencies.client
    let response = try await mapError(awaiting: await client.send(request, progress: progress)) {
      (error: HTTPError) in SourceError.unreachable(address.display, error)
    }
    onResponse?(response)
    let facts = FetchFacts(
      status: response.status,
      address: URLRedaction.redacted(response.url),
      bytesReceived: response.bytesReceived,
      timings: response.timings,
      revision: response.revision,
      retryDelay: dependencies.retryDelay(of: response)
    )
    if response.status == 304, isConditional { return Fetched(bytes: nil, facts: facts) }
    guard !denied.contains(response.status) else { throw .denied(address.display, facts) }
    if response.status != 304, let reason = refusal(response.body) {
      throw .refused(address.display, reason: reason, facts)
    }
    guard accepted.contains(response.status) else { throw .status(address.display, facts) }
    return Fetched(bytes: response.body, facts: facts)
  }
}
