import Files
internal import Networking

/// The URL of a source without its secrets: for display, and as the identity of its cache.
package struct SourceAddress: Hashable, Sendable {
  /// The URL without user and password, with `…` for each query parameter that can be a secret.
  package let display: String
  /// The URL without user and password, which names the workspace; never displayed or persisted.
  package let location: String

  /// Creates the address from a URL, which need not be valid.
  package init(_ url: String) {
    display = URLRedaction.redacted(url)
    location = URLRedaction.withoutUser(url)
  }

  /// The key of the cached document: the URL, with a digest in place of its secrets.
  package var cacheKey: String {
    guard display != location else { return location }
    return display + " sha256:" + SHA256.digest(of: Array(location.utf8)).prefix(16)
  }
}
