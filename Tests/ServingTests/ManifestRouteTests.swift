import Documents
import FeatureFlags
import Networking
import OFREP
import Testing

@testable import Serving

/// Tests the OpenFeature manifest that the server generates for the features of a source.
struct ManifestRouteTests {
  private func manifest(_ example: ServedExample) async throws -> [(String, String, String)] {
    let response = try await example.send("GET", "/openfeature/v0/manifest")
    #expect(response.status == 200 && response.headers["ETag"] != nil)
    let flags = try #require(try JSONReader.read(response.body, as: .json)["flags"]?.list)
    return flags.map { flag in
      let value = flag["defaultValue"].flatMap { JSONValue($0)?.text() } ?? "none"
      return (flag["key"]?.string ?? "", flag["type"]?.string ?? "", value)
    }
  }

  @Test func `the manifest has each key that clients can evaluate, with its type and default`()
    async throws
  {
    let example = try await ServedExample(adding: [ServedExample.price])
    let flags = try await manifest(example)
    #expect(
      flags.map { "\($0.0) \($0.1) \($0.2)" } == [
        "New Cart boolean true", "Old Cart boolean false", "v1.2 Layout boolean true",
        "Beta boolean false", "Colour string \"red\"", "Colour.enabled boolean true",
        "Off Test string \"a\"", "Off Test.enabled boolean false", "Estimate boolean false",
        "Gold boolean true", "Gold.unlocked boolean true", "Price string \"basic\"",
        "Price.enabled boolean true",
        "Price.variables object {\"amount\":1,\"count\":3,\"label\":\"a \\\"quote\\\"\",\"isNew\":true,\"list\":[1,2]}",
        "Price.amount float 1", "Price.count integer 3", "Price.label string \"a \\\"quote\\\"\"",
        "Price.isNew boolean true", "Price.list object [1,2]",
      ]
    )
    let bulk = try await example.send("POST", "/ofrep/v1/evaluate/flags", body: "{}")
    let keys = try JSONReader.read(bulk.body, as: .json)["flags"]?.list?.compactMap {
      $0["key"]?.string
    }
    #expect(flags.map(\.0) == keys)
  }

  @Test func `overrides and users do not change the manifest`() async throws {
    let example = try await ServedExample(store: FlagStore(user: "ana"))
    let before = try await manifest(example)
    try example.store.override(.enabled(false), for: ["New Cart"])
    try example.store.override(.variation("blue"), for: ["Colour"])
    try example.store.setContext(EvaluationContext(targetingKey: "ben"))
    #expect(try await manifest(example).elementsEqual(before, by: ==))
  }

  @Test func `the manifest has a type and a default value for each flag of a flag system`()
    async throws
  {
    let example = try await ServedExample(
      FlagSystemSample.flagd,
      formats: [FlagSystemSample.flagdFormat]
    )
    let flags = try await manifest(example)
    #expect(!flags.isEmpty)
    for flag in flags { #expect(flag.1 != "" && flag.2 != "none", "\(flag)") }
    let colour = try #require(flags.first { $0.0 == "colour" })
    #expect(colour.1 == "string")
    let types = Set(flags.map(\.1))
    #expect(types.isSuperset(of: ["boolean", "string", "integer", "object"]), "\(types)")
  }
}
