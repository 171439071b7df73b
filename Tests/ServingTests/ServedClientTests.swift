import AscendExperiments
import CoreTestSupport
import FeatureFlags
import Networking
import Optimizely
import RemoteConfig
import Serving
import TestSupport
import Testing

/// Tests the documents of the server with the clients of the package.
@Suite(.timeLimit(.minutes(10)))
struct ServedClientTests {
  private static let client = HTTPClient(configuration: .forTests)

  @Test(arguments: ["/features.json", "/features.plist"])
  func `a store that reads the served features has the overridden states and variations`(
    path: String
  ) async throws {
    let example = try await ServedExample()
    let source = try RemoteSource(url: example.server.url + path, client: Self.client)
    let before = try Configuration(bytes: try await source.read())
    let fetched = try await source.fetch(unlessStill: nil, progress: nil)
    let again = try await source.fetch(unlessStill: fetched.facts?.revision, progress: nil)
    #expect(fetched.bytes != nil && again.bytes == nil, "the second request gets status 304")
    try example.store.override(.enabled(false), for: ["New Cart"])
    try example.store.override(.enabled(true), for: ["Beta"])
    try example.store.override(.variation("green"), for: ["Colour"])
    try example.store.override(.variation("Disabled"), for: ["Estimate"])
    try example.store.override(.unlocked(false), for: ["Gold"])
    let changed = try await source.fetch(unlessStill: fetched.facts?.revision, progress: nil)
    let store = FlagStore()
    try store.load(try Configuration(bytes: try #require(changed.bytes)))
    for number in 0..<20 {
      let user = EvaluationContext(targetingKey: "user\(number)")
      #expect(store.evaluate("New Cart", in: user)?.state.isEnabled == false)
      #expect(store.evaluate("Beta", in: user)?.state.isEnabled == true)
      #expect(store.evaluate("Colour", in: user)?.variation == "green")
      #expect(store.evaluate("Estimate", in: user)?.state.isEnabled == false)
      #expect(store.evaluate("Gold", in: user)?.state.isUnlocked == false)
      #expect(store.evaluate("Old Cart", in: user)?.state.isEnabled == false)
    }
    try example.store.resetAll()
    #expect(try Configuration(bytes: try await source.read()).features == before.features)
  }

  @Test func `an Optimizely client returns overridden decisions after it is restarted`()
    async throws
  {
    let example = try await ServedExample(DatafileSample.text, formats: [.optimizely()])
    let folder = try TemporaryFolder()
    var settings = OptimizelySdkSettings(disableOdp: true)
    settings.httpClient = Self.client
    settings.workspace = folder.workspace(source: "ShopDemo")
    settings.datafileURL = example.server.url + "/datafiles/%@.json"
    let client = OptimizelyClient(
      sdkKey: "ShopDemo",
      eventDispatcher: CollectingEventDispatcher(),
      settings: settings
    )
    func choice() async throws -> OptimizelyDecision {
      try await client.start()
      return client.createUserContext(userId: "ana").decide(key: "buy_now")
    }
    let before = try await choice()
    #expect(!before.enabled && before.variationKey == "off")
    try example.store.override(.variation("one_touch"), for: ["buy_now"])
    try example.store.override(.variable("limit", .integer(9)), for: ["buy_now"])
    let forced = try await choice()
    #expect(forced.enabled && forced.variationKey == "one_touch")
    #expect(forced.variables.toMap()["limit"] as? Int == 9)
    #expect(forced.variables.toMap()["title"] as? String == "Buy at once")
    try example.store.override(.enabled(false), for: ["buy_now"])
    #expect(try await !choice().enabled)
    try example.store.resetAll()
    let reset = try await choice()
    #expect(!reset.enabled && reset.variationKey == "off" && reset.ruleKey == before.ruleKey)
    let metrics = try await example.send("GET", "/metrics").text
    #expect(metrics.contains(#"halyard_http_requests_total{endpoint="datafile",status="200"} 4"#))
    _ = try await choice()
    let later = try await example.send("GET", "/metrics").text
    #expect(later.contains(#"halyard_http_requests_total{endpoint="datafile",status="304"} 1"#))
    client.close()
  }

  @Test(arguments: ["/v1/allocations", "/v1/users/experiments"])
  func `an Ascend client gets overridden variables, and after a reset those of the source`(
    endpoint: String
  ) async throws {
    let example = try await ServedExample(
      AscendSample.response,
      formats: [.ascend(ExperimentsFile(defaults: AscendSample.defaults))]
    )
    let folder = try TemporaryFolder()
    let core = AscendCore(AscendDependencies(client: Self.client))
    let configuration = AscendExperimentsConfiguration(
      shouldFetchOnInit: false,
      defaultValues: AscendSample.defaults,
      apiBaseUrl: example.server.url,
      apiEndpoint: endpoint,
      shouldRetry: false,
      enableCaching: false
    )
    try core.initialize(
      with: AscendConfig(
        plugins: [AscendPlugin(type: .experiments, config: configuration)],
        coreConfig: AscendCoreConfig(
          apiKey: "key",
          environment: "test",
          storageFolder: folder.path
        )
      )
    )
    let experiments = try core.plugin(AscendExperiments.self)
    func values() async throws -> [String] {
      _ = try await experiments.fetchExperiments(for: AscendSample.defaults)
      let flow = "checkout_flow"
      return [
        "\(experiments.getIntValue(for: flow, with: "steps", ignoreCache: true))",
        "\(experiments.getLongValue(for: flow, with: "count", ignoreCache: true))",
        "\(experiments.getDoubleValue(for: flow, with: "ratio", ignoreCache: true))",
        "\(experiments.getBoolValue(for: flow, with: "one_tap", ignoreCache: true))",
        experiments.getStringValue(for: flow, with: "title", ignoreCache: true),
        experiments.getStringValue(for: flow, with: "colour", ignoreCache: true),
      ]
    }
    let before = try await values()
    #expect(before == ["2", "5", "0.5", "true", "Pay now", "blue"])
    for (name, value) in [
      ("steps", .integer(7)), ("count", .integer(9_007_199_254_740_993)), ("ratio", .double(2)),
      ("one_tap", .boolean(false)), ("title", .string("Größe \"1\"")),
    ] as [(String, VariableValue)] {
      try example.store.override(.variable(name, value), for: ["checkout_flow"])
    }
    #expect(
      try await values() == ["7", "9007199254740993", "2.0", "false", "Größe \"1\"", "blue"]
    )
    try example.store.resetAll()
    #expect(try await values() == before)
  }

  @Test func `Remote Config keepers return the overridden values`() async throws {
    let example = try await ServedExample(
      TemplateSample.text,
      formats: [.remoteConfigTemplate]
    )
    let template = try TemplateRemoteConfigKeeper(
      url: example.server.url + "/remote-config-template.json",
      conditions: ["A tenth"],
      client: Self.client
    )
    let values = try JSONRemoteConfigKeeper(
      url: example.server.url + "/remote-values.json",
      client: Self.client
    )
    func texts() async throws -> [String?] {
      try await template.fetch()
      try await values.fetch()
      return ["welcome", "new_cart", "steps"].flatMap { name in
        let key = TemplateSample.Key(name: name)
        return [
          template.stringValueRepresentation(for: key), values.stringValueRepresentation(for: key),
        ]
      }
    }
    let before = try await texts()
    #expect(before == ["hi", "hello", "true", "false", "2", "3"])
    #expect(try await texts() == before, "the second requests get status 304")
    try example.store.override(.variable("value", .string("ahoy")), for: ["welcome"])
    try example.store.override(.variable("value", .string("true")), for: ["new_cart"])
    try example.store.override(.variable("value", .integer(9)), for: ["steps"])
    #expect(try await texts() == ["ahoy", "ahoy", "true", "true", "9", "9"])
    try example.store.resetAll()
    #expect(try await texts() == before)
  }
  @Test(
    arguments: [
      ("welcome", nil, #""value":"hello""#), ("welcome", .variation("A tenth"), #""value":"hi""#),
      ("welcome", .variable("value", .string("ahoy")), #""value":"ahoy""#),
      ("steps", nil, #""value":3.0"#), ("steps", .variation("A tenth"), #""value":2.0"#),
    ] as [(String, OverrideChoice?, String)]
  )
  func `a parameter with conditions has a value over OFREP, but no value if it is forced off`(
    name: String,
    choice: OverrideChoice?,
    expected: String
  ) async throws {
    let example = try await ServedExample(
      TemplateSample.withoutConditions,
      formats: [.remoteConfigTemplate]
    )
    let feature = Feature.Name(rawValue: name)
    if let choice { try example.store.override(choice, for: [feature]) }
    #expect(try await example.evaluate(name).contains(expected))
    try example.store.override(.enabled(false), for: [feature])
    #expect(try await !example.evaluate(name).contains(#""value""#))
  }
}
