import FeatureFlags
import HTTPServer
import TestSupport
import Testing

@testable import LaunchDarkly
@testable import Serving

/// Tests the limits of requests in `docs/reference/limits.md`: the largest accepted request, and the next
/// larger one.
@Suite(.timeLimit(.minutes(10)))
struct ServerLimitTests {
  /// A limit by its name in the documentation, with a request of the given size in its unit.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let maximum: Int
    /// The status of a larger request.
    let status: Int
    let request: @Sendable (_ size: Int) -> String

    var testDescription: String { name }
  }

  private static let flag = "/ofrep/v1/evaluate/flags/cart"
  /// The name of a flag of the largest size.
  private static let longName = String(repeating: "k", count: FlagKey.maximumSize)

  private static let document = #"""
    {"flags": {
      "cart": {"on": true, "variations": [true, false], "fallthrough": {"variation": 0}},
      "\#(longName)": {"on": true, "variations": [true, false], "fallthrough": {"variation": 0}}
    }}
    """#

  /// Returns a request with a body and headers that end in line breaks.
  private static func request(
    _ line: String,
    _ body: String = "",
    headers: String = ""
  ) -> String {
    let size = "Content-Length: \(body.utf8.count)\r\n"
    return "\(line) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(headers)\(size)\r\n\(body)"
  }

  private static func text(_ count: Int, _ part: String = "a") -> String {
    String(repeating: part, count: count)
  }

  /// Returns a text of the given size with a filled middle.
  private static func filled(
    _ start: String,
    _ end: String,
    to size: Int,
    with part: String = "a"
  ) -> String {
    start + text(max(0, size - start.utf8.count - end.utf8.count), part) + end
  }

  private static let rows: [Row] = [
    Row(name: "size of a request to the server", maximum: ServerLimits().bodySize, status: 413) {
      request(
        "POST \(flag)",
        filled(#"{"context": {"targetingKey": "k", "note": ""#, "\"}}", to: $0)
      )
    },
    Row(name: "request line", maximum: ServerLimits().headerSize, status: 431) { size in
      filled("GET /healthz?a=", " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", to: size)
    },
    Row(name: "headers", maximum: ServerLimits().headerSize, status: 431) { size in
      filled("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ", "\r\n\r\n", to: size)
    },
    Row(name: "key of a request to the server", maximum: FlagKey.maximumSize, status: 404) { size in
      request(
        "POST /ofrep/v1/evaluate/flags/" + text(size, "k"),
        #"{"context": {"targetingKey": "a"}}"#
      )
    },
    Row(
      name: "overrides of a request to the server",
      maximum: RequestOverrides.maximumSize,
      status: 400
    ) { size in
      let value = filled(#"{"cart": "#, "true}", to: size, with: " ")
      let body = #"{"context": {"targetingKey": "a"}}"#
      return request("POST \(flag)", body, headers: "Halyard-Overrides: \(value)\r\n")
    },
    Row(
      name: "context of an event stream",
      maximum: ClientResultsRequest.streamLimit,
      status: 413
    ) { size in
      request("REPORT /meval", filled(#"{"kind": "user", "key": "k", "a": ""#, "\"}", to: size))
    },
  ]

  @Test(arguments: rows)
  func `the largest request is accepted, and a larger one gets the documented status`(
    row: Row
  ) async throws {
    let example = try await ServedExample(Self.document, formats: [.launchDarkly])
    let port = example.port
    try await onThread {
      for (size, status) in [(row.maximum, 200), (row.maximum + 1, row.status)] {
        let connection = try RawConnection(port: port, timeout: 120)
        connection.send(row.request(size))
        let response = connection.receive(until: "\r\n\r\n")
        #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(size): \(response.prefix(300))")
      }
    }
    withExtendedLifetime(example) {}
  }
}
