import FlagSystem
import HTTPServer
import Networking

/// Passes requests on to the host of a flag system, such as events that Halyard does not store.
struct RequestForwarder: Sendable {
  /// The URL of the host, without a slash at its end.
  private let url: String
  private let client: HTTPClient

  /// The headers that are passed on; credentials for the server itself are not.
  private static let headerNames: [StaticString] = [
    "Accept", "Accept-Language", "Content-Type", "User-Agent", "If-None-Match",
  ]
  /// The headers of the response that are passed back.
  private static let responseHeaders = [
    "Content-Type", "Cache-Control", "ETag", "Last-Modified", "Retry-After",
  ]

  init(to url: String, client: HTTPClient) {
    self.client = client
    self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
  }

  /// Returns the request for the host; its body is no longer compressed.
  func request(for request: borrowing ServerRequest) -> HTTPRequest {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
    let path = parts.map { PercentEncoding.encoded(String($0)) }.joined(separator: "/")
    var headers = HTTPHeaders()
    for name in Self.headerNames {
      if let value = request.header(name) { headers.add("\(name)", value) }
    }
    return HTTPRequest(
      url: url + path + (request.query.isEmpty ? "" : "?" + request.query),
      method: request.method.rawValue,
      headers: headers,
      body: request.body.isEmpty ? nil : request.body
    )
  }

  /// Sends a request, and responds as the host does, or with status 502 if it cannot be reached.
  func reply(to request: HTTPRequest) -> ServerReply {
    .later { send in
      Task {
        do throws(HTTPError) {
          let response = try await client.send(request)
          var headers = HTTPHeaders()
          for name in Self.responseHeaders {
            if let value = response.headers[name] { headers.add(name, value) }
          }
          send(
            ServerResponse(status: response.status, headers: headers, body: .bytes(response.body))
          )
        } catch {
          send(.error(502, "the host of --forward: \(error)"))
        }
      }
    }
  }
}
