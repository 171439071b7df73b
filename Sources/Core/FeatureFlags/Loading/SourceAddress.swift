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

  /// The URL without user name and password, in which a digest replaces the other secrets.
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

/// The URL of a flag service, split into the base of its endpoints and the query.
package struct ServiceURL: Hashable, Sendable {
  /// The URL without query, fragment and slashes at the end.
  package let base: String
  /// The query of the URL, which is added to each request; `nil` for none.
  private let query: String?

  /// Splits the URL of a service.
  ///
  /// - Parameters:
  ///   - url: The `http` or `https` URL; it is validated when a request is sent.
  ///   - endpoints: The paths that are removed from the end of the URL, because they name an endpoint
  ///     and not the service; a path must precede all paths that are suffixes of it.
  package init(_ url: String, removing endpoints: [String]) {
    let url = url.prefix { $0 != "#" }
    let mark = url.firstIndex(of: "?") ?? url.endIndex
    let start = url[..<mark].firstRange(of: "://")?.upperBound ?? url.startIndex
    var rest = Self.withoutSlashes(url[start..<mark])
    if let endpoint = endpoints.first(where: rest.hasSuffix) {
      rest = Self.withoutSlashes(rest.dropLast(endpoint.count))
    }
    base = String(url[..<start] + rest)
    query = mark == url.endIndex ? nil : String(url[url.index(after: mark)...])
  }

  /// Returns the URL of an endpoint.
  ///
  /// - Parameters:
  ///   - path: The path of the endpoint, which begins with a slash.
  ///   - parameters: The encoded parameters that follow the query of the service.
  /// - Returns: The URL.
  package func url(of path: String, _ parameters: [String] = []) -> String {
    let queries = [query].compactMap(\.self).filter { !$0.isEmpty } + parameters
    return base + path + (queries.isEmpty ? "" : "?" + queries.joined(separator: "&"))
  }

  /// Returns a text without the slashes at its end.
  package static func withoutSlashes(_ text: Substring) -> Substring {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    return text
  }
}
