/// The response of a `LocalServer` to a request, as a list of steps.
public struct LocalResponse: Sendable {
  /// One step of a response.
  public enum Step: Sendable {
    /// Sends bytes.
    case send([UInt8])
    /// Sends the same bytes repeatedly.
    case `repeat`([UInt8], count: Int)
    /// Waits for a duration, or until the client disconnects.
    case wait(Duration)
    /// Waits until the client disconnects or the server is stopped.
    case hold
    /// Closes the connection.
    case close
    /// Resets the connection (TCP RST).
    case reset
  }

  /// The steps, in order.
  ///
  /// Without `close` or `reset` the connection stays open.
  public var steps: [Step]

  /// Creates a response from steps.
  public init(_ steps: [Step]) {
    self.steps = steps
  }
}

extension LocalResponse {
  /// A complete response.
  public static func response(
    _ status: Int = 200,
    headers: [(String, String)] = [],
    body: [UInt8]
  ) -> LocalResponse {
    let length = [("Content-Length", String(body.count))]
    return LocalResponse([.send(head(status, headers + length) + (status == 304 ? [] : body))])
  }

  /// A complete response with a text.
  public static func text(
    _ text: String,
    status: Int = 200,
    headers: [(String, String)] = []
  ) -> LocalResponse {
    response(status, headers: headers, body: Array(text.utf8))
  }

  /// A redirect to another URL.
  public static func redirect(to address: String, status: Int = 302) -> LocalResponse {
    response(status, headers: [("Location", address)], body: [])
  }

  /// The login page of a captive portal.
  public static var loginPage: LocalResponse {
    text(
      "<html><head><title>Café Wi-Fi &amp; Guests</title></head><body>Please log in</body></html>",
      headers: [("Content-Type", "text/html")]
    )
  }

  /// A document with an ETag; a conditional request with this ETag has the response 304.
  public static func document(
    _ text: String,
    etag: String,
    to request: LocalRequest
  ) -> LocalResponse {
    request.headers["if-none-match"] == etag
      ? response(304, headers: [("ETag", etag)], body: [])
      : .text(text, headers: [("ETag", etag)])
  }

  /// A body that is sent in small pieces.
  public static func trickle(_ text: String, bytes: Int, every pause: Duration) -> LocalResponse {
    let body = Array(text.utf8)
    var steps: [Step] = [.send(head(200, [("Content-Length", String(body.count))]))]
    for start in stride(from: 0, to: body.count, by: bytes) {
      steps += [.wait(pause), .send(Array(body[start..<min(start + bytes, body.count)]))]
    }
    return LocalResponse(steps)
  }

  /// A response after a delay.
  public static func slow(_ response: LocalResponse, after pause: Duration) -> LocalResponse {
    LocalResponse([.wait(pause)] + response.steps)
  }

  /// A response that stops after the headers, on an open connection.
  public static var stalled: LocalResponse {
    LocalResponse([.send(head(200, [("Content-Length", "100")])), .hold])
  }

  /// No response, on an open connection.
  public static var silent: LocalResponse { LocalResponse([.hold]) }

  /// A body that ends before its Content-Length.
  public static func cut(_ text: String, announced: Int) -> LocalResponse {
    let head = head(200, [("Content-Length", String(announced))])
    return LocalResponse([.send(head + Array(text.utf8)), .close])
  }

  /// Lines without a Content-Length, each sent separately, and then the end of the connection.
  public static func lines(_ lines: [String], every pause: Duration = .zero) -> LocalResponse {
    let head = head(200, [("Content-Type", "text/event-stream"), ("Connection", "close")])
    let steps = lines.flatMap { [Step.wait(pause), .send(Array($0.utf8))] }
    return LocalResponse([.send(head)] + steps + [.close])
  }

  /// The status line and headers of a response.
  public static func head(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
    let lines = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
    return Array("HTTP/1.1 \(status) Status\r\n\(lines)\r\n".utf8)
  }
}
