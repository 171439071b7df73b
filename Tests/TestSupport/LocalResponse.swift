/// The response of a `LocalServer` to a request, as a list of steps.
public struct LocalResponse: Sendable {
  /// A step of a response: an action on the connection.
  public enum Step: Sendable {
    /// Sends bytes, which need not be valid HTTP.
    case send([UInt8])
    /// Sends the given bytes `count` times.
    case `repeat`([UInt8], count: Int)
    /// Sends the bytes that a closure returns for 0, 1, 2 …, until the client disconnects.
    case generate(@Sendable (Int) -> [UInt8])
    /// Waits for the given time, or until the client disconnects.
    case wait(Duration)
    /// Waits until the client disconnects or the server is stopped.
    case hold
    /// Closes the connection gracefully (TCP FIN).
    case close
    /// Resets the connection (TCP RST).
    case reset
  }

  /// The steps in the order of their execution.
  ///
  /// The connection stays open after the last step, unless it is `close` or `reset`.
  public var steps: [Step]

  /// Creates a response that performs the given steps in order.
  public init(_ steps: [Step]) {
    self.steps = steps
  }
}

extension LocalResponse {
  /// Creates a complete response with its headers and Content-Length.
  public static func response(
    _ status: Int = 200,
    headers: [(String, String)] = [],
    body: [UInt8]
  ) -> LocalResponse {
    let length = [("Content-Length", String(body.count))]
    return LocalResponse([.send(head(status, headers + length) + (status == 304 ? [] : body))])
  }

  /// Creates a complete response whose body is the given text.
  public static func text(
    _ text: String,
    status: Int = 200,
    headers: [(String, String)] = []
  ) -> LocalResponse {
    response(status, headers: headers, body: Array(text.utf8))
  }

  /// Creates a redirect with an empty body to the given URL.
  public static func redirect(to address: String, status: Int = 302) -> LocalResponse {
    response(status, headers: [("Location", address)], body: [])
  }

  /// The login page of a captive portal, with status 200.
  public static var loginPage: LocalResponse {
    text(
      "<html><head><title>Café Wi-Fi &amp; Guests</title></head><body>Please log in</body></html>",
      headers: [("Content-Type", "text/html")]
    )
  }

  /// Creates a response with an ETag, or 304 for a conditional request with this ETag.
  public static func document(
    _ text: String,
    etag: String,
    to request: LocalRequest
  ) -> LocalResponse {
    request.headers["if-none-match"] == etag
      ? response(304, headers: [("ETag", etag)], body: [])
      : .text(text, headers: [("ETag", etag)])
  }

  /// Creates a response whose body is sent `bytes` at a time, with a pause before each part.
  public static func trickle(_ text: String, bytes: Int, every pause: Duration) -> LocalResponse {
    let body = Array(text.utf8)
    var steps: [Step] = [.send(head(200, [("Content-Length", String(body.count))]))]
    for start in stride(from: 0, to: body.count, by: bytes) {
      steps += [.wait(pause), .send(Array(body[start..<min(start + bytes, body.count)]))]
    }
    return LocalResponse(steps)
  }

  /// Creates a response that sends the given response after a pause.
  public static func slow(_ response: LocalResponse, after pause: Duration) -> LocalResponse {
    LocalResponse([.wait(pause)] + response.steps)
  }

  /// A response that ends after the headers, without closing the connection.
  public static var stalled: LocalResponse {
    LocalResponse([.send(head(200, [("Content-Length", "100")])), .hold])
  }

  /// A response that sends nothing and leaves the connection open.
  public static var silent: LocalResponse { LocalResponse([.hold]) }

  /// Creates a response whose body is shorter than its Content-Length, and closes the connection.
  public static func cut(_ text: String, announced: Int) -> LocalResponse {
    let head = head(200, [("Content-Length", String(announced))])
    return LocalResponse([.send(head + Array(text.utf8)), .close])
  }

  /// Creates a response without Content-Length that sends each line separately and then closes.
  public static func lines(_ lines: [String], every pause: Duration = .zero) -> LocalResponse {
    let head = head(200, [("Content-Type", "text/event-stream"), ("Connection", "close")])
    let steps = lines.flatMap { [Step.wait(pause), .send(Array($0.utf8))] }
    return LocalResponse([.send(head)] + steps + [.close])
  }

  /// Encodes the status line and the headers of a response.
  public static func head(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
    let lines = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
    return Array("HTTP/1.1 \(status) Status\r\n\(lines)\r\n".utf8)
  }
}
