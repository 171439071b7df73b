import AscendExperiments
import TestSupport
import Testing

/// Tests the calls in the documentation of the Ascend SDK, in sequence on the shared core with a
/// local server.
@Suite(.timeLimit(.minutes(1)))
struct DocumentedCallTests {
  private static let response = """
    {"data":{"experiment_map":[
      {"experiment_id":"1","experiment_key":"feature_toggle","status":"LIVE","variant_name":"on",
       "variant":{"variables":[{"key":"enabled","value":"true","data_type":"BOOL"}]}},
      {"experiment_id":"2","experiment_key":"retry_config","status":"LIVE","variant_name":"more",
       "variant":{"variables":[{"key":"max_attempts","value":"5","data_type":"INT"}]}},
      {"experiment_id":"3","experiment_key":"network_config","status":"LIVE","variant_name":"slow",
       "variant":{"variables":[{"key":"timeout","value":"2.5","data_type":"DOUBLE"}]}},
      {"experiment_id":"4","experiment_key":"cache_config","status":"LIVE","variant_name":"long",
       "variant":{"variables":[{"key":"ttl","value":"9000000000","data_type":"LONG"}]}},
      {"experiment_id":"5","experiment_key":"button_exp_test","status":"LIVE","variant_name":"red",
       "variant":{"variables":[{"key":"color","value":"red","data_type":"STRING"}]}}]}}
    """

  private func said(
    by call: (@escaping @Sendable (String) -> Void) throws -> Void
  ) async throws -> String {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    try call { continuation.yield($0) }
    var lines = stream.makeAsyncIterator()
    return try #require(await lines.next())
  }

  @Test func `each call has the result that the documentation of the Ascend SDK describes`()
    async throws
  {
    let server = try LocalServer { _ in .text(Self.response) }
    let folder = try TemporaryFolder()
    #expect(!Ascend.isInitialized())
    #expect(throws: AscendError.self) { try Ascend.getPlugin(AscendExperiments.self) }
    try App.start(server: server.url(""), folder: folder.path)
    #expect(Ascend.isInitialized())
    #expect(Ascend.getRegisteredPlugins() == ["AscendExperiments"])
    #expect(Ascend.getInitializedPlugins().isEmpty)

    let experiments = try Ascend.getPlugin(AscendExperiments.self)
    await experiments.finishAutomaticFetches()
    #expect(Ascend.getPluginInitializationOrder() == ["AscendExperiments"])
    #expect(try App.values() == ["true", "5", "2.5", "9000000000", "red"])
    #expect(
      try App.variants() == [
        "button_exp_test: red", "cache_config: long", "feature_toggle: on", "network_config: slow",
        "retry_config: more",
      ]
    )
    #expect(try App.json().first == #"Variables: {"color":"red"}"#)
    #expect(try App.json().last?.hasPrefix("Variants JSON: {\"button_exp_test\"") == true)
    #expect(server.requests.first?.headers["api-key"] == "test-key")
    #expect(server.requests.first?.headers["user-id"] == "user-123")

    #expect(try await said(by: App.fetch) == "Fetched 5 experiments")
    #expect(try App.defaults().contains(#"Default for button_color: {"color":"blue"}"#))
    #expect(try await said(by: App.refresh) == "Refreshed 5 experiments")
    server.change { _ in .text("", status: 403) }
    #expect(try await said(by: App.refresh) == "Error: Permission denied")

    try App.setExperiments()
    #expect(
      try App.stored() == ["Loaded 1 experiments from storage", "test_key: variant_a"]
    )
    #expect(try await said(by: App.load) == "Loaded snapshot with 1 experiments")
    try App.clear()
    #expect(try App.stored() == ["Loaded 0 experiments from storage"])
    #expect(try App.values() == ["false", "-1", "-1.0", "-1", ""])
    #expect(Ascend.debugInfo.environment == "development")
    #expect(Ascend.getDebugInfo()["status"] as? String == "initialized")
    #expect(AscendExperiments.shared === experiments)
    #expect(AscendUser.shared === Ascend.user)
  }

  @Test func `each preset has the settings that the documentation of the Ascend SDK lists`() {
    let production = AscendExperimentsConfiguration.production(apiBaseUrl: "https://a.test")
    #expect(production.timeout == 15)
    #expect(production.apiEndpoint == "/v1/users/experiments")
    let development = AscendExperimentsConfiguration.development()
    #expect(development.apiEndpoint == "/v1/allocations")
    #expect(development.cacheExpiration == 300)
    #expect(development.enableDebugLogging)
    let testing = AscendExperimentsConfiguration.testing()
    #expect(!testing.shouldFetchOnInit && !testing.shouldRefreshOnForeground)
    #expect(!testing.shouldRetry && !testing.enableCaching && testing.enableDebugLogging)
    let plain = AscendExperimentsConfiguration()
    #expect(plain.apiBaseUrl == "https://api.ascend.com")
    #expect(plain.shouldRetry && plain.maxRetries == 3 && plain.timeout == 30)
  }
}
