import Networking

/// A source that fetches its document from an HTTP server.
///
/// A conforming type provides the two parts that differ between services: the prefix of its URLs, and the
/// function that sends the request for the document.
package protocol ServerSource: Source {
  /// The prefix of a URL that selects the service, such as `ofrep+`; empty for a plain URL.
  static var prefix: String { get }
  /// The server, to which all requests of the source are sent.
  var server: SourceServer { get }
}

extension ServerSource {
  /// The URL for display, without user name, password, and the values of secret query parameters.
  public var name: String { server.address.display }
  /// The URL that identifies the workspace of the source; never displayed.
  package var location: String { server.address.location }

  /// The key of the cached configuration that is a fallback for this source.
  ///
  /// The key begins with ``name``. A digest distinguishes requests that differ in the secrets of their URL or
  /// in their headers.
  public var address: String? { server.cacheKey }

  /// Returns whether a text is an `http` or `https` URL behind the prefix of the service.
  package static func hasAddress(_ text: String) -> Bool {
    text.lowercased().hasPrefix(prefix) && HTTPAddress.isWeb(String(text.dropFirst(prefix.count)))
  }

  /// Fetches the document without a conditional request.
  ///
  /// - Throws: The error of the request.
  public func read() async throws(SourceError) -> [UInt8] {
    try await fetch(unlessStill: nil, progress: nil).bytes ?? []
  }
}
