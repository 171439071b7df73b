internal import Connectivity
internal import Foundation
internal import FoundationNetworking
internal import Networking

extension URLRequest {
  /// The default timeout of a `URLRequest`, in seconds.
  private static let defaultTimeout: TimeInterval = 60

  /// Converts the request of a probe to a `URLRequest`.
  init(_ request: ConnectivityURLRequest) {
    self.init(url: request.url)
    httpMethod = request.method
    httpBody = request.body.map { Data($0) }
    if let timeout = request.timeout { timeoutInterval = timeout / .seconds(1) }
    for field in request.headers.fields {
      addValue(field.value, forHTTPHeaderField: field.name)
    }
  }

  /// The timeout of the request; `nil` if it equals the default of `URLRequest`.
  fileprivate var ownTimeout: Duration? {
    timeoutInterval == Self.defaultTimeout ? nil : Duration(timeout: timeoutInterval)
  }
}

extension ConnectivityURLRequest {
  /// Converts a `URLRequest` to the request of a probe; `nil` if it has no URL.
  init?(_ request: URLRequest) {
    guard let url = request.url else { return nil }
    self.init(
      url: url,
      method: request.httpMethod ?? "GET",
      body: request.httpBody.map { Array($0) },
      timeout: request.ownTimeout
    )
    // Sorts the headers by name for reproducible requests, because a dictionary has no order.
    let fields = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
    for field in fields { headers[field.key] = field.value }
  }
}

extension Duration {
  /// Creates a timeout from seconds, clamped to 0...86,400; not-a-number becomes a day.
  init(timeout seconds: TimeInterval) {
    self = .seconds(seconds.isNaN ? 86_400 : min(max(seconds, 0), 86_400))
  }
}

extension HTTPResponse {
  /// Converts a response of a URL session; the status code is 200 if the response has none.
  init(_ response: URLResponse?, to request: ConnectivityURLRequest, body: [UInt8]) {
    let http = response as? HTTPURLResponse
    var headers: HTTPHeaders = [:]
    for (name, value) in http?.allHeaderFields ?? [:] { headers["\(name)"] = "\(value)" }
    self.init(
      status: http?.statusCode ?? 200,
      url: (response?.url ?? request.url).absoluteString,
      headers: headers,
      body: body
    )
  }
}

extension HTTPURLResponse {
  /// Converts a response of the HTTP client; `nil` if its URL is malformed.
  convenience init?(_ response: HTTPResponse) {
    guard let url = URL(string: response.url) else { return nil }
    // RFC 9110 allows joining fields with the same name; names are compared case-insensitively.
    var fields: [String: String] = [:]
    var names: Set<String> = []
    for field in response.headers.fields
    where names.insert(field.name.lowercased()).inserted {
      fields[field.name] = response.headers.values(named: field.name).joined(separator: ", ")
    }
    self.init(
      url: url,
      statusCode: response.status,
      httpVersion: "HTTP/1.1",
      headerFields: fields
    )
  }
}
