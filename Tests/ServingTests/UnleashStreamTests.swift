import Documents
import FeatureFlags
import Networking
import Serving
import TestSupport
import Testing
import Unleash
import Workbench

/// Tests the events with which server SDKs of Unleash follow the flags.
@Suite(.timeLimit(.minutes(10)))
struct UnleashStreamTests {
  private static func example(
    configure: (inout ServingSettings) -> Void = { _ in }
  ) async throws -> ServedExample {
    try await ServedExample(
      FlagSystemSample.unleash,
      formats: [FlagSystemSample.unleashFormat],
      configure: configure
    )
  }

  /// A client that applies the events of a stream, as SDKs do.
  private final class Client {
    private let connection: RawConnection
    private var received = ""
    private(set) var flags: [String: Node] = [:]
    /// The names of the events, with the types of their parts.
    private(set) var events: [String] = []
    private(set) var lastID = 0.0

    init(_ example: ServedExample) throws {
      connection = try RawConnection(port: example.port)
      connection.send(
        "GET /api/client/streaming HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
          + "unleash-appname: shop\r\nunleash-instanceid: till-1\r\n"
          + "Authorization: *:development.secret\r\n\r\n"
      )
    }

    /// Receives events until one has the name.
    func receive(_ name: String) throws {
      let count = events.count
      while !events.dropFirst(count).contains(where: { $0.hasPrefix(name) }) {
        let text = connection.receive(until: "]}\n\n")
        try #require(!text.isEmpty)
        received += text
        while let end = received.firstRange(of: "\n\n") {
          let event = String(received[..<end.lowerBound])
          received = String(received[end.upperBound...])
          try apply(event)
        }
      }
    }

    private func apply(_ event: String) throws {
      let lines = event.split(separator: "\n")
      guard let name = lines.first(where: { $0.contains("event: unleash") }),
        let data = lines.first(where: { $0.hasPrefix("data: ") })
      else { return }
      let document = try JSONReader.read(Array(data.dropFirst(6).utf8), as: .json)
      for part in try #require(document["events"]?.list) {
        let type = try #require(part["type"]?.string)
        lastID = try #require(part["eventId"]?.number)
        events.append("\(name.drop { $0 != "u" }) \(type)")
        if type == "hydration" { flags = [:] }
        let changed = [part["feature"]].compactMap(\.self) + (part["features"]?.list ?? [])
        for flag in changed { flags[try #require(flag["name"]?.string)] = flag }
      }
    }
  }

  @Test func `a stream begins with all flags, and continues with changed flags`() async throws {
    let example = try await Self.example()
    let client = try Client(example)
    try client.receive("unleash-connected")
    #expect(client.events == ["unleash-connected hydration"] && client.flags.count == 6)
    let first = client.lastID
    try example.store.override(.enabled(false), for: ["cart"])
    try client.receive("unleash-updated")
    #expect(client.events.last == "unleash-updated feature-updated")
    #expect(client.flags["cart"]?["enabled"]?.bool == false && client.lastID > first)
    try example.store.override(.variation("blue"), for: ["colour"])
    try client.receive("unleash-updated")
    #expect(client.flags["colour"]?["variants"]?.list?.count == 1)
    #expect(client.flags["cart"]?["enabled"]?.bool == false)
    try example.store.resetAll()
    try client.receive("unleash-updated")
    let original = try JSONReader.read(Array(FlagSystemSample.unleash.utf8), as: .json)
    let flags = try #require(original["features"]?.list)
    for flag in flags {
      let known = client.flags[flag["name"]?.string ?? ""].flatMap { JSONValue($0) }
      #expect(known == JSONValue(flag))
    }
    // SDKs have one library for the stream, and another one for their reports.
    let headers: HTTPHeaders = [
      "unleash-appname": "shop", "unleash-instanceid": "till-1", "User-Agent": "requests",
    ]
    let report = try await example.send(
      "POST",
      "/api/client/register",
      body: "{}",
      headers: headers
    )
    #expect(report.status == 202)
    let apps = example.server.activity.clients
    #expect(apps.map(\.app) == ["shop"] && apps.map(\.instance) == ["till-1"])
  }

  @Test func `a client that connects again gets the flags with their overrides`() async throws {
    let example = try await Self.example()
    try example.store.applyAndWait(.set([.enabled(true)], for: ["closed"], only: .key("ana")))
    for _ in 0..<2 {
      let client = try Client(example)
      try client.receive("unleash-connected")
      let strategies = client.flags["closed"]?["strategies"]?.list
      #expect(strategies?.first?["constraints"]?.list?.count == 1)
    }
  }

  @Test func `the delta response has the same flags as the list, and an entity tag`() async throws {
    let example = try await Self.example()
    let response = try await example.send("GET", "/api/client/delta")
    let tag = try #require(response.headers["ETag"])
    let events = try JSONReader.read(response.body, as: .json)["events"]?.list
    #expect(events?.count == 1 && events?.first?["type"]?.string == "hydration")
    #expect(events?.first?["segments"]?.list?.isEmpty == true)
    let known: HTTPHeaders = ["If-None-Match": tag]
    #expect(try await example.send("GET", "/api/client/delta", headers: known).status == 304)
    try example.store.override(.enabled(false), for: ["cart"])
    let changed = try await example.send("GET", "/api/client/delta", headers: known)
    #expect(changed.status == 200)
    let parsed = try UnleashDocument(bytes: changed.body)
    #expect(parsed.problems.isEmpty && parsed.flags.count == 6)
    let results = try FlagSystemSample.results(
      changed.body,
      FlagSystemSample.unleashFormat,
      for: EvaluationContext(targetingKey: "ana")
    )
    #expect(results["cart"] == "Disabled []")
  }

  @Test(arguments: ["/api/client/streaming", "/api/client/delta"])
  func `a source of a different format gets status 404, and a request with a wrong token 401`(
    path: String
  ) async throws {
    let other = try await ServedExample()
    let response = try await other.send("GET", path)
    #expect(response.status == 404 && response.text.contains("not a document of Unleash"))
    let example = try await Self.example { $0.token = AccessToken("s3cr3t-token") }
    let wrong: HTTPHeaders = ["Authorization": "*:development.secret"]
    #expect(try await example.send("GET", path, headers: wrong).status == 401)
    let right: HTTPHeaders = ["Authorization": "s3cr3t-token"]
    #expect(try await example.send("HEAD", path, headers: right).status == 200)
  }
}
