package import Networking

/// The settings of a request for experiments.
package struct RequestSettings: Hashable, Sendable {
  package let url: String
  /// The headers with the lowest precedence: the API key and the headers of the app.
  package let defaultHeaders: HTTPHeaders
  /// The headers of the plugin, with precedence over all others except the content type.
  package let headers: HTTPHeaders
  /// The timeout of each attempt; `nil` for no limit.
  package let timeout: Duration?

  package init(
    url: String,
    defaultHeaders: HTTPHeaders,
    headers: HTTPHeaders,
    timeout: Duration?
  ) {
    self.url = url
    self.defaultHeaders = defaultHeaders
    self.headers = headers
    self.timeout = timeout
  }
}

extension HTTPHeaders {
  /// Returns the headers merged with others, which win over headers of the same name; new headers
  /// are sorted by name.
  package func merging(_ others: [String: String]) -> HTTPHeaders {
    merging(
      HTTPHeaders(others.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) })
    )
  }

  /// Returns the headers merged with others, which win over headers of the same name.
  package func merging(_ others: HTTPHeaders) -> HTTPHeaders {
    var headers = self
    for field in others.fields { headers[field.name] = field.value }
    return headers
  }
}
