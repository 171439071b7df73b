import Documents
import FeatureFlags
import Networking
import TestSupport
import Testing
import Workbench

@testable import LaunchDarkly
@testable import Serving

/// Tests the event streams of SDKs of LaunchDarkly: many clients, large documents, and slow clients.
@Suite(.tags(.concurrent), .serialized, .timeLimit(.minutes(10)))
struct LaunchDarklyStreamTests {
  private static func request(_ path: String) -> String {
    "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"
  }

  /// The path with the context of the user `ana`.
  private static let clientPath = "/eval/any/eyJraW5kIjoidXNlciIsImtleSI6ImFuYSJ9"

  /// Returns a document with flags; the given text is appended to a value of the first flag.
  private static func large(_ count: Int, text: String = "") -> String {
    let flags = (0..<count).map { number in
      let values = #"["a\#(number == 0 ? text : "")", "b"]"#
      return
        #""flag \#(number)": {"on": true, "variations": \#(values), "fallthrough": {"variation": 0}}"#
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

  @Test func `1,000 streaming clients receive a changed flag`() async throws {
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
    try example.store.override(.variation("1"), for: ["colour"])
    let end = "\n\n"
    for (number, client) in clients.enumerated() {
      let event = number.isMultiple(of: 10) ? #""colour":{"value":"blue""# : "event: patch"
      let text = client.receive(until: event)
      #expect(text.contains(event) && !text.hasSuffix("0\r\n" + end), "client \(number)")
    }
  }

  /// Flags whose rules search texts of a context for expressions.
  private static func searching(_ count: Int) -> String {
    let clauses = (0..<20).map { number in
      #"{"contextKind": "user", "attribute": "note", "op": "matches", "values": ["(a?){20}[xy][\#(number)]"]}"#
    }
    let rules = clauses.map { #"{"variation": 0, "clauses": [\#($0)]}"# }.joined(separator: ", ")
    let flags = (0..<count).map { number in
      #""flag \#(number)": {"on": true, "variations": ["a", "b"], "fallthrough": {"variation": 0}, "#
        + #""rules": [\#(rules)]}"#
    }
    return "{\"flags\": {\(flags.joined(separator: ", "))}}"
  }

  private static func report(_ path: String, _ body: String) -> String {
    "REPORT \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private static func context(_ key: String, noteSize: Int) -> String {
    let note = String(repeating: "a", count: noteSize)
    return #"{"kind": "user", "key": "\#(key)", "note": "\#(note)"}"#
  }

  @Test
  func `contexts whose evaluation takes too long get status 413, and others are served meanwhile`()
    async throws
  {
    let example = try await ServedExample(Self.searching(200), formats: [.launchDarkly])
    let attackers = try (0..<6).map { _ in try RawConnection(port: example.port, timeout: 120) }
    for (number, attacker) in attackers.enumerated() {
      attacker.send(Self.report("/meval", Self.context("u\(number)", noteSize: 20_000)))
    }
    #expect(try await example.send("GET", "/healthz").status == 200)
    for attacker in attackers { #expect(attacker.receive(until: "}").hasPrefix("HTTP/1.1 413")) }
    let body = Self.context("ana", noteSize: 1)
    let response = try await example.send("REPORT", "/sdk/evalx/any/context", body: body)
    #expect(response.status == 200)
    let note = String(repeating: "a", count: 300)
    let post = #"{"context": {"targetingKey": "ana", "note": "\#(note)"}}"#
    let path = "/ofrep/v1/evaluate/flags"
    // A large evaluation is not recorded twice: once on the thread of the connection, and again on the pool.
    #expect(try await example.send("POST", path + "/flag%201", body: post).status == 200)
    #expect(example.server.activity.uses["flag 1"]?.count == 1)
    #expect(try await example.send("POST", path, body: post).status == 413)
    #expect(example.server.activity.bulkCount == 1)
  }

  @Test func `the size of the context of a stream, and of the contexts of all streams, is limited`()
    async throws
  {
    let example = try await ServedExample(
      LaunchDarklyRouteTests.document,
      formats: [.launchDarkly]
    )
    func open(_ path: String, _ body: String) throws -> (RawConnection, status: String) {
      let connection = try RawConnection(port: example.port, timeout: 120)
      connection.send(Self.report(path, body))
      let status = connection.receive(until: "\r\n\r\n").split(separator: " ").dropFirst().first
      return (connection, status.map(String.init) ?? "")
    }
    let overhead = Self.context("u000", noteSize: 0).utf8.count
    let largest = ClientResultsRequest.streamLimit - overhead
    #expect(try open("/meval", Self.context("u000", noteSize: largest + 1)).status == "413")
    let count = EventBroadcaster.contextLimit / ClientResultsRequest.streamLimit
    var connections: [RawConnection] = []
    for number in 100..<(100 + count) {
      let (connection, status) = try open("/meval", Self.context("u\(number)", noteSize: largest))
      #expect(status == "200")
      connections.append(connection)
    }
    #expect(try open("/eval/any", Self.context("u999", noteSize: largest)).status == "503")
    // A stream for a known context needs no further memory, and a closed one frees that of its context.
    #expect(try open("/meval", Self.context("u100", noteSize: largest)).status == "200")
    connections = []
    while try open("/meval", Self.context("u998", noteSize: largest)).status != "200" {}
  }

  @Test func `a client that never reads its stream is disconnected`() async throws {
    // Few events of this size fill the buffers of the kernel.
    let text = String(repeating: "x", count: 200_000)
    let example = try await ServedExample(Self.large(10, text: text), formats: [.launchDarkly])
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
      try example.store.override(.variation(isOn ? "1" : "0"), for: ["flag 0"])
    }
    withExtendedLifetime(connection) {}
  }
}
