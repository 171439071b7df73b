/// What a `LocalServer` does with a request, step by step.
public struct LocalAnswer: Sendable {
  /// One thing that the server does.
  public enum Step: Sendable {
    /// Sends bytes.
    case send([UInt8])
    /// Sends the same bytes many times.
    case `repeat`([UInt8], count: Int)
    /// Waits, but not for a client that has gone.
    case wait(Duration)
    /// Waits until the client goes or the server is stopped.
    case hold
    /// Ends the connection.
    case close
    /// Ends the connection with a reset.
    case reset
  }

  /// The steps, in order.
  ///
  /// Without `close` or `reset` the connection stays open.
  public var steps: [Step]

  /// Makes an answer out of steps.
  public init(_ steps: [Step]) {
    self.steps = steps
  }
}

extension LocalAnswer {
  /// A whole answer.
  public static func answer(
    _ status: Int = 200,
    headers: [(String, String)] = [],
    body: [UInt8]
  ) -> LocalAnswer {
    let length = [("Content-Length", String(body.count))]
    return LocalAnswer([.send(head(status, headers + length) + (status == 304 ? [] : body))])
  }

  /// A whole answer with a text.
  public static func text(
    _ text: String,
    status: Int = 200,
    headers: [(String, String)] = []
  ) -> LocalAnswer {
    answer(status, headers: headers, body: Array(text.utf8))
  }

  /// A redirect to another address.
  public static func redirect(to address: String, status: Int = 302) -> LocalAnswer {
    answer(status, headers: [("Location", address)], body: [])
  }

  /// A page that asks for a password, as the router of a hotel or café sends it.
  public static var loginPage: LocalAnswer {
    text(
      "<html><head><title>Café Wi-Fi &amp; Guests</title></head><body>Please log in</body></html>",
      headers: [("Content-Type", "text/html")]
    )
  }

  /// A document that is sent only to those who do not have it yet.
  public static func document(
    _ text: String,
    etag: String,
    to request: LocalRequest
  ) -> LocalAnswer {
    request.headers["if-none-match"] == etag
      ? answer(304, headers: [("ETag", etag)], body: [])
      : .text(text, headers: [("ETag", etag)])
  }

  /// A body that comes a few bytes at a time.
  public static func trickle(_ text: String, bytes: Int, every pause: Duration) -> LocalAnswer {
    let body = Array(text.utf8)
    var steps: [Step] = [.send(head(200, [("Content-Length", String(body.count))]))]
    for start in stride(from: 0, to: body.count, by: bytes) {
      steps += [.wait(pause), .send(Array(body[start..<min(start + bytes, body.count)]))]
    }
    return LocalAnswer(steps)
  }

  /// An answer that comes after a while.
  public static func slow(_ answer: LocalAnswer, after pause: Duration) -> LocalAnswer {
    LocalAnswer([.wait(pause)] + answer.steps)
  }

  /// A head, and then nothing.
  public static var stalled: LocalAnswer {
    LocalAnswer([.send(head(200, [("Content-Length", "100")])), .hold])
  }

  /// Nothing at all.
  public static var silent: LocalAnswer { LocalAnswer([.hold]) }

  /// A body that breaks off before its announced end.
  public static func cut(_ text: String, announced: Int) -> LocalAnswer {
    let head = head(200, [("Content-Length", String(announced))])
    return LocalAnswer([.send(head + Array(text.utf8)), .close])
  }

  /// Lines without an announced size, each sent by itself, and then the end of the connection.
  public static func lines(_ lines: [String], every pause: Duration = .zero) -> LocalAnswer {
    let head = head(200, [("Content-Type", "text/event-stream"), ("Connection", "close")])
    let steps = lines.flatMap { [Step.wait(pause), .send(Array($0.utf8))] }
    return LocalAnswer([.send(head)] + steps + [.close])
  }

  /// A head without a body.
  public static func head(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
    let lines = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
    return Array("HTTP/1.1 \(status) Status\r\n\(lines)\r\n".utf8)
  }
}
