import FeatureFlags
import Networking
import RemoteConfig
import TestSupport
import Testing

/// Tests each `RemoteConfigKeeper`: for texts in memory, a JSON document and a Firebase template.
struct KeeperTests {
  private struct Key: RemoteKey {
    let name: String
    var valueType: any RemoteValue.Type { Example.PaywallType.self }
  }

  private func text(_ name: String, in keeper: some RemoteConfigKeeper) -> String? {
    keeper.stringValueRepresentation(for: Key(name: name))
  }

  @Test func `InMemoryRemoteConfigKeeper returns the texts that were set`() async {
    let keeper = InMemoryRemoteConfigKeeper(["paywall": "b"])
    await keeper.fetch()
    #expect(keeper.value(for: Key(name: "paywall")) == Example.PaywallType.b)
    keeper["paywall"] = nil
    #expect(keeper.value(for: Key(name: "paywall")) == Example.PaywallType?.none)
  }

  @Test func `JSONRemoteConfigKeeper returns strings unchanged, and other values as JSON`()
    async throws
  {
    let folder = try TemporaryFolder()
    let json = #"{"s": "b", "t": true, "n": 3, "d": 0.5, "o": {"a": [1, "x"]}, "z": null}"#
    let keeper = JSONRemoteConfigKeeper(path: try folder.write(json, to: "values.json"))
    #expect(text("s", in: keeper) == nil)
    try await keeper.fetch()
    let names = ["s", "t", "n", "d", "o", "z", "gone"]
    #expect(
      names.map { text($0, in: keeper) }
        == ["b", "true", "3", "0.5", #"{"a":[1,"x"]}"#, nil, nil]
    )
    #expect(keeper.value(for: Key(name: "s")) == Example.PaywallType.b)
  }

  @Test func `a failed fetch leaves the values unchanged`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(#"{"s": "b"}"#, to: "values.json")
    let keeper = JSONRemoteConfigKeeper(path: path)
    try await keeper.fetch()
    for (bad, message) in [
      ("[1]", "\(path):1: found a list, expected an object of values"),
      ("{\n\"s\": }", "\(path):2: column 6: found \"}\", expected a value"),
    ] {
      try folder.write(bad, to: "values.json")
      let error = await #expect(throws: SourceError.self) { try await keeper.fetch() }
      #expect(error?.description == message)
      #expect(text("s", in: keeper) == "b")
    }
    let gone = JSONRemoteConfigKeeper(path: path + ".gone")
    let error = await #expect(throws: SourceError.self) { try await gone.fetch() }
    #expect(error == .missing(path + ".gone"))
  }

  @Test func `JSONRemoteConfigKeeper sends conditional requests`() async throws {
    let server = try LocalServer { .document(#"{"s": "b"}"#, etag: "\"1\"", to: $0) }
    let keeper = try JSONRemoteConfigKeeper(url: server.url("/values"))
    try await keeper.fetch()
    try await keeper.fetch()
    #expect(text("s", in: keeper) == "b")
    #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"1\""])
    server.change { .document(#"{"s": "c"}"#, etag: "\"2\"", to: $0) }
    try await keeper.fetch()
    #expect(text("s", in: keeper) == "c")
    server.change { _ in .text("no", status: 500) }
    let error = await #expect(throws: SourceError.self) { try await keeper.fetch() }
    #expect(
      error?.description
        == "\(server.url("/values")): the server responded with status 500, expected 200"
    )
    #expect(text("s", in: keeper) == "c")
  }

  @Test func `creating a RemoteConfigKeeper with an invalid URL throws`() {
    #expect(throws: SourceError.self) { try JSONRemoteConfigKeeper(url: "ftp://example.test/x") }
    #expect(throws: SourceError.self) {
      try TemplateRemoteConfigKeeper(url: "https://example.test", headers: ["A b": "c"])
    }
  }

  @Test func `TemplateRemoteConfigKeeper returns the values of the conditions that are true`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleTemplate.text, to: "template.json")
    let names = ["welcome", "dark_mode", "home", "steps", "banner", "gone"]
    for (conditions, expected) in [
      ([], ["Hello", "true", nil, "3", nil, nil]),
      (["A tenth"], ["Hi", "true", nil, "2", nil, nil]),
      (["A tenth", "iOS users"], ["Hello, Mac", "true", nil, "2", "new", nil]),
    ] as [(Set<String>, [String?])] {
      let keeper = TemplateRemoteConfigKeeper(path: path, conditions: conditions)
      #expect(keeper.template == nil)
      try await keeper.fetch()
      #expect(names.map { text($0, in: keeper) } == expected)
      #expect(keeper.template?.parameters.count == 7)
    }
  }

  @Test func `a service resolves the values of a template on a server`() async throws {
    let server = try LocalServer { _ in .text(SampleTemplate.text) }
    let service = RemoteConfigService(
      remoteConfigKeeper: try TemplateRemoteConfigKeeper(
        url: server.url(),
        headers: ["Authorization": "Bearer t"]
      )
    )
    struct DarkMode: RemoteKey {
      let name = "dark_mode"
      var valueType: any RemoteValue.Type { Example.NewCart.self }
    }
    try await service.fetch()
    #expect(service.remoteValue(for: DarkMode()) == Example.NewCart.enabled)
    #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer t"])
  }

  /// A `RemoteConfigKeeper` with mutable state that is not `Sendable`.
  private final class PlainKeeper: RemoteConfigKeeper {
    var texts: [String: String] = [:]

    func stringValueRepresentation(for key: any RemoteKey) -> String? { texts[key.name] }
    func fetch() async throws { texts["paywall_type"] = "c" }
  }

  @Test func `a RemoteConfigKeeper that is not Sendable can be read and fetched`() async throws {
    let service = RemoteConfigService(remoteConfigKeeper: PlainKeeper())
    try await service.fetch()
    #expect(service.remoteValue(for: Example.Key.paywallType) == Example.PaywallType.c)
  }
}
