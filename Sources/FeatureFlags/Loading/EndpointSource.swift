package import Networking

/// A source whose document is the response to one request, which is conditional after the first response.
package protocol EndpointSource: ServerSource {
  /// The request of the document, which ``SourceServer/validated(_:)`` has accepted.
  var request: HTTPRequest { get }
}

extension EndpointSource {
  /// Fetches the document; with a known revision, the request is conditional.
  ///
  /// - Throws: `unreachable`, `denied` or `status`.
  public func fetch(
    unlessStill revision: HTTPRevision?,
    progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws(SourceError) -> Fetched {
    try await server.fetch(
      revision.map(request.revalidating) ?? request,
      isConditional: revision != nil,
      progress: progress
    )
  }
}
