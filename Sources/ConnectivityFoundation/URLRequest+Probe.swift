internal import Connectivity
internal import Foundation
internal import FoundationNetworking
internal import Networking

extension URLRequest {
  /// The timeout of a request that sets none, in seconds.
  private static let defaultTimeout: TimeInterval = 60

  /// Makes a URL request from a request of the core.
  init(_ request: ConnectivityURLRequest) {
    self.init(url: request.url)
    httpMethod = request.method
    httpBody = request.body.map { Data($0) }
    if let timeout = request.timeout { timeoutInterval = timeout / .seconds(1) }
    for field in request.headers.fields {
      addValue(field.value, forHTTPHeaderField: field.name)
    }
  }

  /// The timeout; `nil` unless it differs from the default.
  fileprivate var ownTimeout: Duration? {
    timeoutInterval == Self.defaultTimeout ? nil : Duration(timeout: timeoutInterval)
  }
}

extension ConnectivityURLRequest {
  /// Makes a request of the core from a URL request; `nil` if it has no URL.
  init?(_ request: URLRequest) {
    guard let url = request.url else { return nil }
    self.init(
      url: url,
      method: request.httpMethod ?? "GET",
      body: request.httpBody.map { Array($0) },
      timeout: request.ownTimeout
    )
    // Sorted by name: a dictionary has no order, and requests should be reproducible.
    let fields = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
    for field in fields { headers[field.key] = field.value }
  }
}

extension Duration {
  /// Makes a timeout from seconds, within 0...86,400; a day for not-a-number.
  init(timeout seconds: TimeInterval) {
    self = .seconds(seconds.isNaN ? 86_400 : min(max(seconds, 0), 86_400))
  }
}

extension HTTPResponse {
  /// Makes a response of the HTTP client from one of a URL session; status 200 if it has none.
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
  /// Makes a response of a URL session from one of the HTTP client; `nil` if its URL is malformed.
  convenience init?(_ response: HTTPResponse) {
    guard let url = URL(string: response.url) else { return nil }
    // Values of one name in several fields are joined, as RFC 9110 allows; names ignore letter case.
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
