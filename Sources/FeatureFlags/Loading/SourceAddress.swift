import Files
internal import Networking

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

  /// Creates the identity of a URL, which need not be valid.
  package init(_ url: String) {
    display = URLRedaction.redacted(url, isAddress: true)
    location = URLRedaction.withoutUser(url)
  }

  /// The key of the cached document: the URL, in which a digest replaces the secrets.
  package var cacheKey: String {
    guard display != location else { return location }
    return display + " sha256:" + SHA256.digest(of: Array(location.utf8)).prefix(16)
  }
}
