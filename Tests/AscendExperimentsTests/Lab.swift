import Locking
import Networking
import TestSupport

@testable import AscendEngine
@testable import AscendExperiments

/// A server, a folder and a clock for the tests of one core.
final class Lab: Sendable {
  let server: LocalServer
  let folder: TemporaryFolder
  let clock = ManualClock()
  let time = Locked(1_790_000_000.0)
  let logged = Locked<[String]>([])

  init(_ handler: @escaping LocalServer.Handler = { _ in .text(Lab.response()) }) throws {
    server = try LocalServer(handler)
    folder = try TemporaryFolder()
  }

  static let defaults: [String: ExperimentVariable] = [
    "checkout_flow": .dictionary(["steps": .int(5), "colour": .string("blue")]),
    "retry_policy": .dictionary(["limit": .int64(9)]),
  ]

  var path: String { folder.path(of: "ascend_experiments.json") }

  /// Creates a core that is not initialised.
  func core() -> AscendCore {
    AscendCore(
      AscendDependencies(clock: clock, now: { [time] in time.withLock { $0 } }, random: { 0 })
    )
  }

  func config(
    _ experiments: AscendExperimentsConfiguration,
    http: HTTPConfig? = nil,
    apiKey: String = "core-key"
  ) -> AscendConfig {
    AscendConfig(
      plugins: [AscendPlugin(type: .experiments, config: experiments)],
      httpConfig: http ?? HTTPConfig(apiBaseUrl: server.url("")),
      coreConfig: AscendCoreConfig(
        apiKey: apiKey,
        environment: "test",
        storageFolder: folder.path,
        callbacks: .anywhere,
        log: { [logged] level, text in logged.withLock { $0.append("\(level): \(text)") } }
      )
    )
  }

  /// Creates a configured plugin, and waits for its automatic fetch.
  func experiments(
    _ configuration: AscendExperimentsConfiguration = quiet(),
    http: HTTPConfig? = nil
  ) async throws -> (AscendExperiments, AscendCore) {
    let core = core()
    try core.initialize(with: config(configuration, http: http))
    let experiments = try core.plugin(AscendExperiments.self)
    await experiments.finishAutomaticFetches()
    return (experiments, core)
  }

  /// Creates a configuration without automatic fetches.
  static func quiet(
    _ defaults: [String: ExperimentVariable] = defaults,
    onLogout: Bool = false,
    caches: Bool = true,
    expires: Double = 3600
  ) -> AscendExperimentsConfiguration {
    AscendExperimentsConfiguration(
      shouldFetchOnInit: false,
      shouldFetchOnLogout: onLogout,
      defaultValues: defaults,
      apiEndpoint: "/v1/allocations",
      attributes: ["platform": "test"],
      enableCaching: caches,
      cacheExpiration: expires
    )
  }

  /// Creates a response with two experiments; `steps` is a variable of the first one.
  static func response(steps: String = "2", key: String = "checkout_flow") -> String {
    """
    {"data":{"experiment_map":[
      {"experiment_id":"exp-7","experiment_key":"\(key)","experiment_name":"Checkout",
       "status":"LIVE","variant":{"display_name":"Short form","variant_name":"inner","variables":[
          {"key":"steps","value":"\(steps)","data_type":"INT"},
          {"key":"one_tap","value":"true","data_type":"BOOL"},
          {"key":"title","value":"Pay now","data_type":"STRING"}]},
       "variant_name":"short","assigned_at":1789999000},
      {"experiment_id":"exp-9","experiment_key":"retry_policy","status":"active",
       "variant_name":"control"}]},
     "error":null}
    """
  }

  /// Creates an experiment with variables in the format of the snapshot file.
  static func experiment(
    _ variables: [String: ExperimentVariable]?,
    key: String = "e"
  ) -> Experiment {
    Experiment(
      experimentId: "exp-1",
      userIdentifierType: "user_id",
      status: "Active",
      variables: variables.map(ExperimentVariable.dictionary),
      experimentKey: key,
      variantName: "a"
    )
  }
}
