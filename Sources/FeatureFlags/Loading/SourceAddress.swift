import Files
package import Networking

/// The URL of a source without its secrets, for display and as the identity of its cache.
package struct SourceAddress: Hashable, Sendable {
  /// The URL without user name and password, with `…` for each value of the query that is not known to be
  /// harmless.
  ///
  /// In a text that is not a URL, `…` replaces each part that can be a password.
  package let display: String
  /// The URL without user name and password, which identifies the workspace; never displayed or
  /// persisted.
  package let location: String
  /// The whole URL; never displayed or persisted.
  private let url: String

  /// Creates the identity of a URL, which need not be valid.
  package init(_ url: String) {
    display = URLRedaction.redacted(url, isAddress: true)
    location = URLRedaction.withoutUser(url)
    self.url = url
  }

  /// The URL, in which a digest replaces the secrets, without user name and password.
  package var cacheKey: String {
    guard display != location else { return location }
    return display + " sha256:" + SHA256.digest(of: Array(location.utf8)).prefix(16)
  }

  /// The key of the cached response to a request: the URL, with a digest of everything else that can select
  /// the document, such as user name and password, a token or an environment.
  ///
  /// - Parameter headers: The headers that the caller has chosen for the request.
  /// - Returns: The key, which contains no secret.
  package func cacheKey(sending headers: HTTPHeaders) -> String {
    let user = url == location ? [] : [url]
    let lines = user + headers.fields.map { "\($0.name.lowercased()): \($0.value)" }.sorted()
    guard !lines.isEmpty else { return cacheKey }
    return cacheKey + " for sha256:"
      + SHA256.digest(of: Array(lines.joined(separator: "\n").utf8)).prefix(16)
  }
}
