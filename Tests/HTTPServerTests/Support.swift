import HTTPServer
import Networking

extension HTTPServer {
  /// Starts a server on a free port of the loopback interface that responds with the method, the path
  /// and the size of the body.
  static func echo(limits: ServerLimits = ServerLimits()) throws -> HTTPServer {
    try HTTPServer(.anyPort, limits: limits) { request in
      .response(.text("\(request.method.rawValue) \(request.path) \(request.body.count)"))
    }
  }
}

extension ListenAddress {
  static let anyPort = ListenAddress(host: "127.0.0.1", port: 0)
}

extension ServerResponse {
  static func text(_ text: String, status: Int = 200) -> ServerResponse {
    ServerResponse(
      status: status,
      headers: ["Content-Type": "text/plain"],
      body: .bytes(Array(text.utf8))
    )
  }
}

extension HTTPClient.Configuration {
  /// The default configuration, but without the proxy of the environment.
  static var forTests: HTTPClient.Configuration {
    var configuration = HTTPClient.Configuration()
    configuration.proxy = .none
    return configuration
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}

extension HTTPRequest {
  /// Creates a request with a long timeout, because parallel tests can delay the response.
  init(patient url: String) {
    self.init(url: url)
    deadline = .seconds(120)
    idleLimit = nil
  }
}
