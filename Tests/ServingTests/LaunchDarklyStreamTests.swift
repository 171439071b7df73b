import Documents
import FeatureFlags
import LaunchDarkly
import Networking
import Serving
import TestSupport
import Testing

/// Tests the event streams of SDKs of LaunchDarkly: many clients, large documents, and slow clients.
@Suite(.tags(.concurrent), .serialized, .timeLimit(.minutes(10)))
struct LaunchDarklyStreamTests {
  private static func request(_ path: String) -> String {
    "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"
  }

  /// The path with the context of the user `ana`.
  private static let clientPath = "/eval/any/eyJraW5kIjoidXNlciIsImtleSI6ImFuYSJ9"

  private static func large(_ count: Int) -> String {
    let flags = (0..<count).map { number in
      #""flag \#(number)": {"on": true, "variations": ["a", "b"], "fallthrough": {"variation": 0}}"#
    }
    return "{\"flags\": {\(flags.joined(separator: ", "))}}"
  }

  @Test func `a document that is larger than the limit of unsent bytes reaches a new client`()
    async throws
  {
    let example = try await ServedExample(Self.large(5_000), formats: [.launchDarkly])
    for path in ["/all", "/sdk/stream", Self.clientPath] {
      let connection = try RawConnection(port: example.port)
      connection.send(Self.request(path))
      #expect(connection.receive(until: "flag 4999").contains("flag 4999"), "\(path)")
    }
  }

  @Test func `1,000 clients of streams get a changed flag`() async throws {
    try #require(raiseDescriptorLimit() > 4_000)
    let example = try await ServedExample(
      LaunchDarklyRouteTests.document,
      formats: [.launchDarkly]
    )
    let clients = try (0..<1_000).map { _ in try RawConnection(port: example.port, timeout: 120) }
    for (number, client) in clients.enumerated() {
      client.send(Self.request(number.isMultiple(of: 10) ? Self.clientPath : "/all"))
    }
    for client in clients { #expect(client.receive(until: "event: put").contains("event: put")) }
    try example.store.decide(.variation("1"), for: ["colour"])
    let end = "\n\n"
    for (number, client) in clients.enumerated() {
      let event = number.isMultiple(of: 10) ? #""colour":{"value":"blue""# : "event: patch"
      let text = client.receive(until: event)
      #expect(text.contains(event) && !text.hasSuffix("0\r\n" + end), "client \(number)")
    }
  }

  @Test func `a client that never reads its stream is disconnected`() async throws {
    let example = try await ServedExample(Self.large(2_000), formats: [.launchDarkly])
    let connection = try RawConnection(port: example.port)
    connection.send(Self.request("/sdk/stream"))
    func streamCount() async throws -> String? {
      let metrics = try await example.send("GET", "/metrics").text
      return metrics.split(separator: "\n").first { $0.hasPrefix("halyard_event_streams ") }
        .map(String.init)
    }
    while try await streamCount() != "halyard_event_streams 1" {}
    var isOn = false
    while try await streamCount() != "halyard_event_streams 0" {
      isOn.toggle()
      try example.store.decide(.variation(isOn ? "1" : "0"), for: ["flag 0"])
    }
    withExtendedLifetime(connection) {}
  }
}
