import Documents
import FeatureFlags
import LaunchDarkly
import Networking
import Serving
import TestSupport
import Testing

/// Tests the requests of SDKs of LaunchDarkly for single flags and segments, and for events without data.
@Suite(.timeLimit(.minutes(10)))
struct LaunchDarklyPartTests {
  private static func example() async throws -> ServedExample {
    let document = LaunchDarklyRouteTests.document
      .replacing(
        #""child": {"#,
        with: #""a/b c": {"version": 1, "variations": [true]}, "child": {"#
      )
    return try await ServedExample(document, formats: [.launchDarkly])
  }

  @Test func `an SDK that does not cache flags can request all flags, one flag or one segment`()
    async throws
  {
    let example = try await Self.example()
    try example.store.override(.variation("1"), for: ["colour"])
    let all = try await example.send("GET", "/sdk/latest-all")
    let document = try JSONReader.read(all.body, as: .json)
    let parts = [
      ("/sdk/flags", document["flags"]), ("/sdk/flags/colour", document["flags"]?["colour"]),
      ("/sdk/flags/a%2Fb%20c", document["flags"]?["a/b c"]),
      ("/sdk/flags/cart", document["flags"]?["cart"]),
      ("/sdk/segments/team", document["segments"]?["team"]),
    ]
    for (path, expected) in parts {
      let response = try await example.send("GET", path)
      #expect(response.status == 200 && response.headers["ETag"] != nil, "\(path)")
      let part = try JSONReader.read(response.body, as: .json)
      #expect(JSONValue(part) == expected.flatMap { JSONValue($0) }, "\(path)")
    }
    #expect(document["flags"]?["colour"]?["fallthrough"]?["variation"]?.number == 1)
  }

  @Test(
    arguments: [
      ("/sdk/flags/none", "the source has no flag"),
      ("/sdk/segments/cart", "the source has no segment"),
    ]
  )
  func `an unknown flag or segment gets status 404`(path: String, reason: String) async throws {
    let response = try await Self.example().send("GET", path)
    #expect(response.status == 404 && response.text.contains(reason))
    let other = try await ServedExample().send("GET", path)
    #expect(other.status == 404 && other.text.contains("not a document of LaunchDarkly"))
  }

  @Test func `the entity tag of a flag changes when the flag is overridden`() async throws {
    let example = try await Self.example()
    let first = try await example.send("GET", "/sdk/flags/colour")
    let known: HTTPHeaders = ["If-None-Match": try #require(first.headers["ETag"])]
    #expect(try await example.send("GET", "/sdk/flags/colour", headers: known).status == 304)
    try example.store.override(.variation("1"), for: ["colour"])
    #expect(try await example.send("GET", "/sdk/flags/colour", headers: known).status == 200)
  }

  @Test(arguments: ["/mping", "/ping/any"])
  func `an older client SDK gets a ping event at once, and after each change`(path: String)
    async throws
  {
    let example = try await Self.example()
    let connection = try RawConnection(port: example.port)
    connection.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    let event = "event: ping\ndata:  \n\n"
    #expect(connection.receive(until: event).contains(event))
    try example.store.override(.variation("1"), for: ["colour"])
    #expect(connection.receive(until: event).contains(event))
  }
}
