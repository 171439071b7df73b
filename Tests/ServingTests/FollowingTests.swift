import CoreTestSupport
import Foundation
import HTTPServer
import Locking
import RemoteConfig
import Serving
import TestSupport
import Testing

@testable import AscendEngine
@testable import AscendExperiments
@testable import FeatureFlags
@testable import Optimizely
@testable import OptimizelyEngine

/// Tests that apps and libraries follow the overrides of a server.
@Suite(.tags(.timed, .concurrent), .timeLimit(.minutes(2)))
struct FollowingTests {
  /// An app with the features of the example, all of them off, which follows a server.
  struct App {
    let store: FlagStore
    let problems: AsyncStream<WorkspaceError?>
    private var changes: AsyncStream<StoreChange>.Iterator

    init(
      _ url: String,
      token: String? = nil,
      clock: any Clock<Duration> = ContinuousClock(),
      now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
      let store = FlagStore(now: now, clock: clock)
      self.store = store
      let names = ["New Cart", "Old Cart"]
      try store.load(
        Configuration(
          features: names.map { Feature(name: Feature.Name(rawValue: $0), enabled: false) }
        )
      )
      changes = store.changes().makeAsyncIterator()
      let (problems, continuation) = AsyncStream.makeStream(of: WorkspaceError?.self)
      self.problems = problems
      store.followOverrides(of: OverrideLocator(url, token: token)) { continuation.yield($0) }
    }

    /// Waits until the feature has the given state.
    mutating func wait(for name: Feature.Name = "Old Cart", isOn: Bool = true) async {
      while store.isEnabled(name) != isOn {
        guard await changes.next(isolation: #isolation) != nil else { return }
      }
    }

    /// Waits for the next report of a problem; `nil` means that the last problem has ended.
    func nextProblem() async -> WorkspaceError? {
      for await problem in problems { return problem }
      return nil
    }
  }

  @Test(arguments: ["", "/", "/overrides.json", "/overrides.json#top", "?page=1"])
  func `the overrides of a server are active as soon as followOverrides returns`(
    suffix: String
  ) async throws {
    let example = try await ServedExample()
    try example.store.override(.enabled(true), for: ["Old Cart"])
    let app = try App(example.server.url + suffix)
    #expect(app.store.isEnabled("Old Cart"))
    #expect(!app.store.isEnabled("New Cart"))
    #expect(app.store.followed.problem == nil)
  }

  @Test
  func `an app receives all of 100 override changes of a server, in the median within 250 ms`()
    async throws
  {
    let example = try await ServedExample()
    var app = try App(example.server.url)
    var waits: [Duration] = []
    for number in 0..<100 {
      let start = ContinuousClock.now
      try example.store.override(.enabled(number.isMultiple(of: 2)), for: ["Old Cart"])
      await app.wait(isOn: number.isMultiple(of: 2))
      waits.append(start.duration(to: .now))
    }
    // The limit includes a reserve for concurrent tests. Without them, a change takes a few milliseconds, or
    // 50 ms if the server coalesces it with the previous change.
    #expect(waits.sorted()[50] < .milliseconds(250), "median \(waits.sorted()[50])")
  }

  @Test func `an override of another feature and a reset become active in the app`() async throws {
    let example = try await ServedExample()
    var app = try App(example.server.url)
    try example.store.override(.enabled(true), for: ["Old Cart", "New Cart"])
    await app.wait()
    await app.wait(for: "New Cart")
    try example.store.reset(["Old Cart"])
    await app.wait(isOn: false)
    #expect(app.store.isEnabled("New Cart"))
    app.store.stopFollowingOverrides()
    #expect(!app.store.isEnabled("New Cart"))
  }

  // MARK: Token

  private static func withToken() async throws -> ServedExample {
    let example = try await ServedExample { $0.token = AccessToken("right-token") }
    try example.store.override(.enabled(true), for: ["Old Cart"])
    return example
  }

  @Test(arguments: ["right-token", " right-token\n"])
  func `an app with the token of the server follows its overrides`(token: String) async throws {
    let example = try await Self.withToken()
    var app = try App(example.server.url, token: token)
    #expect(app.store.isEnabled("Old Cart"))
    try example.store.override(.enabled(false), for: ["Old Cart"])
    await app.wait(isOn: false)
  }

  @Test(arguments: [
    (nil, "the server requires a token, and HALYARD_TOKEN is not set"),
    ("  ", "the server requires a token, and HALYARD_TOKEN is not set"),
    ("wrong-token", "the server does not accept the token of HALYARD_TOKEN"),
  ])
  func `a missing or wrong token is a problem whose text does not contain the token`(
    token: String?,
    reason: String
  ) async throws {
    let example = try await Self.withToken()
    let app = try App(example.server.url, token: token)
    let problem = try #require(await app.nextProblem())
    let url = example.server.url + "/overrides.json"
    #expect("\(problem)" == "\(url): found status 401, expected 200: \(reason)")
    #expect(problem.remedy == "set HALYARD_TOKEN to the token of the server")
    #expect(!app.store.isEnabled("Old Cart"))
  }

  @Test func `an app follows the server and sends the token that the environment names`() async {
    // Runs in a separate process: the test changes the environment.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let example = try await FollowingTests.withToken()
      for name in ["HOME", "CFFIXED_USER_HOME"] { setenv(name, folder.path, 1) }
      setenv("HALYARD_OVERRIDES", example.server.url, 1)
      setenv("HALYARD_TOKEN", "right-token", 1)
      let features = try folder.write(ServedExample.features, to: "features.json")
      FeatureFlags.configurationURL = URL(fileURLWithPath: features)
      #expect(Feature.isEnabled("Old Cart"))
      #expect(FeatureFlags.failures.isEmpty)
      FeatureFlags.stopFollowingOverrides()
      #expect(!Feature.isEnabled("Old Cart"))
      FeatureFlags.followOverrides(at: example.server.url + "/")
      #expect(Feature.isEnabled("Old Cart"))
    }
  }

  // MARK: Failures

  @Test func `overrides stay active while the server is down, and are updated after its restart`()
    async throws
  {
    let clock = ManualClock()
    let first = try await ServedExample()
    let port = first.port
    try first.store.override(.enabled(true), for: ["Old Cart"])
    var app = try App(first.server.url, clock: clock)
    #expect(app.store.isEnabled("Old Cart"))
    first.server.stop()
    // The end of the event stream starts the back-off; the next fetch is refused.
    await clock.waitForSleepers()
    clock.advance(by: .seconds(2))
    var problem = try #require(await app.nextProblem())
    if "\(problem)".contains("found status 503") {
      // The server received this fetch while it was being stopped.
      await clock.waitForSleepers()
      clock.advance(by: .seconds(15))
      problem = try #require(await app.nextProblem())
    }
    #expect(
      "\(problem)" == "\(first.server.url)/overrides.json: no response: "
        + "127.0.0.1 refused the connection at port \(port)"
    )
    #expect(app.store.isEnabled("Old Cart"))
    // A fetch that is still running must fail before the second server can receive it.
    await clock.waitForSleepers()
    let second = try await ServedExample {
      $0.address = ListenAddress(host: "127.0.0.1", port: port)
    }
    try second.store.override(.enabled(true), for: ["New Cart"])
    clock.advance(by: .seconds(15))
    await app.wait(for: "New Cart")
    #expect(!app.store.isEnabled("Old Cart"))
    #expect(await app.nextProblem() == nil)
    try second.store.override(.enabled(true), for: ["Old Cart"])
    await app.wait()
    #expect(app.store.followed.problem == nil)
  }

  @Test func `an app that starts before the server gets the overrides when the server starts`()
    async throws
  {
    let clock = ManualClock()
    let port = try await ServedExample().port
    var app = try App("http://127.0.0.1:\(port)", clock: clock)
    #expect(app.store.followed.problem != nil)
    let example = try await ServedExample {
      $0.address = ListenAddress(host: "127.0.0.1", port: port)
    }
    try example.store.override(.enabled(true), for: ["Old Cart"])
    await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    await app.wait()
  }

  // MARK: Other libraries

  @Test func `a Remote Config service follows the overrides of a server`() async throws {
    enum Cart: String, CaseIterable, StringRemoteValue {
      case isOn = "true"
      case isOff = "false"
    }
    struct Key: RemoteKey {
      let name = "Old Cart"
      var valueType: any RemoteValue.Type { Cart.self }
    }
    let example = try await ServedExample()
    try example.store.override(.enabled(true), for: ["Old Cart"])
    let keeper = InMemoryRemoteConfigKeeper(["Old Cart": "false"])
    let service = RemoteConfigService(remoteConfigKeeper: keeper)
    service.followOverrides(at: example.server.url)
    #expect(service.remoteValue(for: Key()) == Cart.isOn)
    let updates = service.remoteValueUpdates(for: Key(), as: Cart.self)
    var values = updates.makeAsyncIterator()
    #expect(await values.next() == .isOn)
    try example.store.reset(["Old Cart"])
    #expect(await values.next() == .isOff)
  }

  /// A document with a test whose variations are also the variations of the Optimizely flag and of the
  /// Ascend experiment below.
  private static let tests = """
    [{ "name": "retry_policy", "test-variations": ["control", "treatment"] },
     { "name": "cart", "enabled": true }]
    """

  @Test
  func `an Optimizely client follows the overrides of the server in its settings from the start`()
    async throws
  {
    let folder = try TemporaryFolder()
    let example = try await ServedExample(Self.tests)
    try example.store.override(.enabled(false), for: ["cart"])
    var settings = OptimizelySdkSettings()
    settings.workspace = folder.workspace(source: "key")
    settings.overridesPath = example.server.url
    let client = OptimizelyClient(sdkKey: "key", settings: settings)
    let datafile = """
      { "version": "4", "revision": "1", "anonymizeIP": true, "projectId": "1", "accountId": "1", "experiments": [],
        "audiences": [], "groups": [], "attributes": [], "events": [], "variables": [],
        "featureFlags": [{ "id": "1", "key": "cart", "rolloutId": "r", "experimentIds": [],
          "variables": [] }],
        "rollouts": [{ "id": "r", "experiments": [{ "id": "2", "key": "everyone",
          "status": "Running", "layerId": "r", "audienceIds": [], "forcedVariations": {},
          "variations": [{ "id": "3", "key": "on", "featureEnabled": true, "variables": [] }],
          "trafficAllocation": [{ "entityId": "3", "endOfRange": 10000 }] }] }] }
      """
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    let center = client.notificationCenter
    _ = center?.addOverridesChangeNotificationListener { continuation.yield() }
    try client.start(datafile: Data(datafile.utf8), doFetchDatafileBackground: false)
    let user = client.createUserContext(userId: "ana")
    #expect(!user.decide(key: "cart").enabled)
    try example.store.reset(["cart"])
    for await _ in changes where user.decide(key: "cart").enabled { break }
    client.close()
  }

  @Test
  func `Ascend experiments follow the overrides of the server in their settings from the start`()
    async throws
  {
    let folder = try TemporaryFolder()
    let example = try await ServedExample(Self.tests)
    try example.store.override(.variation("treatment"), for: ["retry_policy"])
    let api = try LocalServer { _ in .text(AscendSample.response) }
    let core = AscendCore(AscendDependencies(overridesPath: example.server.url))
    let configuration = AscendExperimentsConfiguration(
      shouldFetchOnInit: false,
      defaultValues: AscendSample.defaults,
      apiEndpoint: "/v1/allocations"
    )
    try core.initialize(
      with: AscendConfig(
        plugins: [AscendPlugin(type: .experiments, config: configuration)],
        httpConfig: HTTPConfig(apiBaseUrl: api.url("")),
        coreConfig: AscendCoreConfig(
          apiKey: "key",
          environment: "test",
          storageFolder: folder.path,
          callbacks: .anywhere
        )
      )
    )
    let experiments = try core.plugin(AscendExperiments.self)
    _ = try await experiments.refreshExperiments()
    let variant = { experiments.getExperimentVariants()["retry_policy"]?.variantName }
    #expect(variant() == "treatment")
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    experiments.follow(example.server.url) { continuation.yield() }
    try example.store.reset(["retry_policy"])
    for await _ in changes where variant() == "control" { break }
  }
}
