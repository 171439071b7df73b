import AscendExperiments
import Connectivity
import Dispatch
import FeatureFlags
import Foundation
import LetterCase
import Networking
import Optimizely
import RemoteConfig

/// A program that uses one library like an app, and then ends; the launch tests start it many times.
@main
enum Main {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let name = arguments.first, let folder = arguments.last else {
      fatalError("found \(arguments), expected a library and a folder")
    }
    switch name {
    case "FeatureFlags": useFeatureFlags(folder)
    case "Optimizely": try useOptimizely(folder)
    case "AscendExperiments": try useAscend(folder)
    case "Connectivity": await useConnectivity()
    case "RemoteConfig": try await useRemoteConfig(folder)
    case "LetterCase": print("launch probe".convert(from: .regular, to: .upperCamel))
    default: fatalError("found \(name), expected a library")
    }
  }

  /// Loads a file several times, then a broken document and the file again.
  private static func useFeatureFlags(_ folder: String) {
    let file = URL(fileURLWithPath: folder + "/features.json")
    FeatureFlags.configurationURL = file
    for _ in 0..<3 { FeatureFlags.refresh() }
    FeatureFlags.refreshWithData(Data("[{".utf8))
    FeatureFlags.configurationURL = URL(fileURLWithPath: folder + "/broken.json")
    FeatureFlags.refresh()
    FeatureFlags.configurationURL = file
    FeatureFlags.refresh()
    print(FeatureFlags.store.features.count)
  }

  /// Starts and releases a client and its datafile handler; the server refuses the connection.
  private static func useOptimizely(_ folder: String) throws {
    var settings = OptimizelySdkSettings()
    settings.workspace = Workspace(
      name: "launch",
      source: "launch",
      stateRoot: folder + "/optimizely",
      cacheRoot: folder + "/optimizely"
    )
    settings.datafileURL = "http://127.0.0.1:9/datafile.json"
    let handler = DefaultDatafileHandler()
    let datafile = try Data(contentsOf: URL(fileURLWithPath: folder + "/datafile.json"))
    let client = OptimizelyClient(sdkKey: "launch", datafileHandler: handler, settings: settings)
    try client.start(datafile: datafile)
    for interval in 1...3 {
      handler.setPeriodicInterval(sdkKey: "launch", interval: interval)
      handler.startUpdates(sdkKey: "launch") { _ in print(handler) }
      handler.startUpdates(sdkKey: "launch", datafileChangeNotification: nil)
      handler.stopUpdates(sdkKey: "launch")
    }
    handler.stopAllUpdates()
    print(client.createUserContext(userId: "u").decide(key: "f").enabled)
    client.close()
  }

  /// Reads default values while a server refuses the fetch.
  private static func useAscend(_ folder: String) throws {
    let server = "http://127.0.0.1:9"
    let experiments = AscendExperimentsConfiguration.development(
      apiBaseUrl: server,
      defaultValues: ["toggle": .dictionary(["enabled": .bool(true)])],
      headers: [:]
    )
    let config = AscendConfig(
      plugins: [AscendPlugin(type: .experiments, config: experiments)],
      httpConfig: HTTPConfig(apiBaseUrl: server, timeout: 1, shouldRetry: false),
      coreConfig: AscendCoreConfig(apiKey: "key", environment: "test", storageFolder: folder)
    )
    try Ascend.initialize(with: config)
    Ascend.user.setUser(userId: "u")
    let plugin = try Ascend.getPlugin(AscendExperiments.self)
    plugin.fetchExperiments(for: ["toggle": .dictionary(["enabled": .bool(false)])]) { _, _ in }
    print(plugin.getBoolValue(for: "toggle", with: "enabled"))
  }

  /// Starts and stops the notifier, and releases it while it runs.
  private static func useConnectivity() async {
    guard let url = URL(string: "http://127.0.0.1:9") else { return }
    for _ in 0..<3 {
      let connectivity = Connectivity(
        configuration: ConnectivityConfiguration(probeRequests: [ConnectivityURLRequest(url: url)])
      )
      connectivity.startNotifier()
      _ = await connectivity.check()
      connectivity.stopNotifier()
      connectivity.startNotifier()
    }
  }

  /// Fetches values from a file twice.
  private static func useRemoteConfig(_ folder: String) async throws {
    enum Paywall: String, CaseIterable, StringRemoteValue { case short, long }
    enum Key: String, CaseIterable, RemoteKey {
      case paywall
      var valueType: any RemoteValue.Type { Paywall.self }
    }
    for _ in 0..<2 {
      let keeper = JSONRemoteConfigKeeper(path: folder + "/values.json")
      let service = RemoteConfigService(remoteConfigKeeper: keeper)
      try await service.fetch()
      let paywall: Paywall = service.remoteValue(for: Key.paywall)
      print(paywall.name)
    }
  }
}
