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
  ///   - endpoints: The paths that are removed from the end of the URL, because they name an endpoint and
  ///     not the service; a longer path precedes its ends.
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
