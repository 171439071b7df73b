import Documents
import FeatureFlags
import Networking
import Serving
import TestSupport
import Testing
import Workbench

/// Tests bulk evaluations by OFREP, and the event stream that announces changes.
@Suite(.tags(.concurrent))
struct BulkTests {
  private static let path = "/ofrep/v1/evaluate/flags"

  @Test(arguments: ["", "/"])
  func `a bulk evaluation has a key for each feature, its state and each of its variables`(
    slash: String
  ) async throws {
    let example = try await ServedExample(adding: [ServedExample.price])
    let response = try await example.send("POST", Self.path + slash, body: "{}")
    let document = try JSONReader.read(response.body, as: .json)
    let keys = document["flags"]?.list?.compactMap { $0["key"]?.string }
    #expect(
      keys == [
        "New Cart", "Old Cart", "v1.2 Layout", "Beta", "Colour", "Colour.enabled", "Off Test",
        "Off Test.enabled", "Estimate", "Gold", "Gold.unlocked", "Price", "Price.enabled",
        "Price.variables", "Price.amount", "Price.count", "Price.label", "Price.isNew",
        "Price.list",
      ]
    )
    let stream = document["eventStreams"]?.list?.first
    #expect(stream?["type"]?.string == "sse")
    #expect(stream?["endpoint"]?["requestUri"]?.string == "/ofrep/v1/events")
  }

  @Test func `an unchanged bulk result gets status 304, and a changed one gets a new entity tag`()
    async throws
  {
    let example = try await ServedExample()
    let user = #"{"context":{"targetingKey":"ana"}}"#
    let first = try await example.send("POST", Self.path, body: user)
    let tag = try #require(first.headers["ETag"])
    for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
      let headers: HTTPHeaders = ["If-None-Match": known]
      let again = try await example.send("POST", Self.path, body: user, headers: headers)
      #expect(again.status == 304)
      #expect(again.body.isEmpty)
    }
    try example.store.override(.enabled(false), for: ["New Cart"])
    let headers: HTTPHeaders = ["If-None-Match": tag]
    let changed = try await example.send("POST", Self.path, body: user, headers: headers)
    #expect(changed.status == 200)
    #expect(changed.headers["ETag"] != tag)
    try example.store.reset(["New Cart"])
    let reset = try await example.send("POST", Self.path, body: user, headers: headers)
    #expect(reset.status == 304)
  }

  @Test func `a client that sends requests for many users is listed once with the number of users`()
    async throws
  {
    let example = try await ServedExample()
    for number in 0..<56 {
      let body = #"{"context":{"targetingKey":"user\#(number % 28)"}}"#
      for (path, agent) in [(Self.path, "app"), (Self.path + "/New%20Cart", "backend")] {
        let headers: HTTPHeaders = ["User-Agent": agent]
        _ = try await example.send("POST", path, body: body, headers: headers)
      }
    }
    let clients = example.server.activity.clients
    #expect(clients.map(\.userAgent).sorted { ($0 ?? "") < ($1 ?? "") } == ["app", "backend"])
    #expect(clients.allSatisfy { $0.userCount == 28 && $0.context?.targetingKey == "user27" })
  }

  @Test func `users with different results have different entity tags`() async throws {
    let example = try await ServedExample()
    var tags: Set<String?> = []
    for number in 0..<20 {
      let body = #"{"context":{"targetingKey":"user\#(number)"}}"#
      tags.insert(try await example.send("POST", Self.path, body: body).headers["ETag"])
    }
    #expect(tags.count > 1)
  }

  @Test func `the error for a malformed bulk request has no feature key`() async throws {
    let example = try await ServedExample()
    let response = try await example.send("POST", Self.path, body: "{")
    #expect(response.status == 400)
    #expect(response.text.hasPrefix(#"{"errorCode":"PARSE_ERROR","errorDetails":"#))
  }

  @Test func `the event stream sends an event for each change`() async throws {
    let example = try await ServedExample()
    let stream = try await example.events()
    #expect(stream.headers["Content-Type"] == "text/event-stream")
    var lines = stream.lines.makeAsyncIterator()
    func next(_ prefix: String) async throws -> String? {
      while let line = try await lines.next(isolation: nil) {
        if line.hasPrefix(prefix) { return line }
      }
      return nil
    }
    #expect(try await next("retry") == "retry: 1000")
    for number in 1...5 {
      try example.store.override(.enabled(number.isMultiple(of: 2)), for: ["New Cart"])
      #expect(try await next("id:") == "id: \(number)")
      #expect(try await next("event:") == "event: message")
      #expect(
        try await next("data:")?.hasPrefix(#"data: {"type":"refetchEvaluation","lastModified":"#)
          == true
      )
    }
  }
}
