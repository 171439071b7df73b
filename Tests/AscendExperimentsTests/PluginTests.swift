import Locking
import TestSupport
import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests plugins of an app, and the shared instance of the experiments.
@Suite(.timeLimit(.minutes(1)))
struct PluginTests {
  private struct Settings: AscendConfiguration {
    let pluginType: AscendPluginType
    var size = 0
  }

  /// A plugin with mutable state, and without an initialiser for a context.
  private final class Tracker: AscendPluginProtocol {
    static let pluginType = AscendPluginType.analytics
    var isInitialized = false
    var size = 0
    var amounts: [Double] = []

    func initialize() throws { isInitialized = true }

    func configure<Configuration: AscendConfiguration>(with configuration: Configuration) throws {
      size = (configuration as? Settings)?.size ?? -1
    }

    func onNotify(event: AscendEvent, data: [String: Any]?) {
      if let amount = data?["amount"] as? Double { amounts.append(amount) }
    }
  }

  private func core(_ lab: Lab, _ plugins: AscendPlugin...) throws -> AscendCore {
    let core = lab.core()
    try core.initialize(
      with: AscendConfig(
        plugins: plugins,
        coreConfig: AscendCoreConfig(apiKey: "", environment: "", storageFolder: lab.folder.path)
      )
    )
    return core
  }

  /// A plugin that requests a second plugin during its creation.
  private final class Dependent: AscendPluginProtocol {
    static let pluginType = AscendPluginType.auth
    let core: AscendCore
    let requestsItself: Bool
    var isInitialized = false
    var tracker: Tracker?

    init(_ core: AscendCore, requestsItself: Bool) {
      (self.core, self.requestsItself) = (core, requestsItself)
    }

    func initialize() throws {
      if requestsItself { _ = try core.plugin(Dependent.self) }
      tracker = try core.plugin(Tracker.self)
    }

    func configure<Configuration: AscendConfiguration>(with configuration: Configuration) throws {}
    func onNotify(event: AscendEvent, data: [String: Any]?) {}
  }

  @Test func `a plugin can request other plugins during its creation, but not itself`() throws {
    let lab = try Lab()
    for requestsItself in [false, true] {
      let core = lab.core()
      let tracker = AscendPlugin(type: .analytics, config: Settings(pluginType: .analytics)) {
        Tracker()
      }
      let dependent = AscendPlugin(type: .auth, config: Settings(pluginType: .auth)) {
        Dependent(core, requestsItself: requestsItself)
      }
      let config = AscendCoreConfig(apiKey: "", environment: "", storageFolder: lab.folder.path)
      try core.initialize(with: AscendConfig(plugins: [tracker, dependent], coreConfig: config))
      if requestsItself {
        #expect(throws: AscendError.self) { try core.plugin(Dependent.self) }
      } else {
        #expect(try core.plugin(Dependent.self).tracker != nil)
      }
    }
  }

  @Test func `a plugin of the app is created once, configured, and receives events with any data`()
    throws
  {
    let made = Locked(0)
    let settings = Settings(pluginType: .analytics, size: 7)
    let core = try core(
      try Lab(),
      AscendPlugin(type: .analytics, config: settings) {
        made.withLock { $0 += 1 }
        return Tracker()
      }
    )
    #expect(made.withLock { $0 } == 0)
    let tracker = try core.plugin(Tracker.self)
    #expect(try core.plugin(Tracker.self) === tracker)
    #expect(made.withLock { $0 } == 1)
    #expect(tracker.isInitialized && tracker.size == 7)
    core.notifyAll(.custom(name: "order", data: [:]), ["amount": 2.5, "items": [1, 2]])
    #expect(tracker.amounts == [2.5])
  }

  @Test func `a plugin without a factory and without an initialiser for a context is not found`()
    throws
  {
    let core = try core(
      try Lab(),
      AscendPlugin(type: .analytics, config: Settings(pluginType: .analytics))
    )
    let thrown = #expect(throws: AscendError.self) { try core.plugin(Tracker.self) }
    #expect(thrown?.description == "Plugin not found: AscendAnalytics")
  }

  @Test func `a factory that creates a plugin of a different type is an error`() throws {
    let core = try core(
      try Lab(),
      AscendPlugin(type: .experiments, config: Lab.quiet()) { Tracker() }
    )
    let thrown = #expect(throws: AscendError.self) { try core.plugin(AscendExperiments.self) }
    #expect(
      thrown?.description
        == "Configuration error: found a plugin Tracker, expected AscendExperiments"
    )
  }

  @Test func `the experiments plugin is usable before the core starts, and stays the same object`()
    async throws
  {
    let lab = try Lab()
    let core = lab.core()
    let early = core.experiments
    #expect(!early.isInitialized)
    #expect(early.getIntValue(for: "checkout_flow", with: "steps") == -1)
    #expect(early.loadExperimentsFromStorage() == nil)
    await #expect(throws: ExperimentsError.notConfigured) {
      try await early.fetchExperiments(for: Lab.defaults)
    }
    try core.initialize(with: lab.config(Lab.quiet()))
    #expect(try core.plugin(AscendExperiments.self) === early)
    #expect(early.isInitialized)
    #expect(early.getIntValue(for: "checkout_flow", with: "steps") == 5)
  }

  @Test func `a completion handler need not be Sendable`() async throws {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments()
    /// A consumer with mutable state, as in code without concurrency checking.
    final class Screen {
      var texts: [String] = []
      let done: () -> Void
      init(done: @escaping () -> Void) { self.done = done }

      func load(_ experiments: AscendExperiments) {
        experiments.refreshExperiments { response, error in
          self.texts.append(error ?? "\(response?.data?.count ?? 0)")
          self.done()
        }
      }
    }
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let screen = Screen { continuation.yield() }
    screen.load(experiments)
    var calls = stream.makeAsyncIterator()
    await calls.next()
    #expect(screen.texts == ["2"])
  }

  @Test func `the debug dictionary has the plugins, the user and the device`() throws {
    let lab = try Lab()
    let core = lab.core()
    #expect(core.debugDictionary["status"] as? String == "not_initialized")
    #expect(core.debugDictionary.count == 1)
    try core.initialize(with: lab.config(Lab.quiet()))
    let info = core.debugDictionary
    #expect(info["status"] as? String == "initialized")
    #expect(info["plugins"] as? [String] == ["AscendExperiments"])
    let configurations = info["configurations"] as? [String: [String: String]]
    #expect(
      configurations?["AscendExperiments"]?["type"] == "AscendExperimentsConfiguration"
    )
    #expect((info["user"] as? [String: Any])?["guestId"] as? String == core.user.getGuestId())
    #expect(
      (info["device"] as? [String: Any])?.keys.sorted() == ["app", "battery", "device", "network"]
    )
  }
}
