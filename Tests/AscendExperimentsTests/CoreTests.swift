import Locking
import TestSupport
import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests the initialisation of the core, and the registration and requests of plugins.
@Suite(.timeLimit(.minutes(1)))
struct CoreTests {
  private struct Mistake: Error {}

  private struct OtherConfiguration: AscendConfiguration {
    var pluginType: AscendPluginType
  }

  private final class Analytics: AscendContextPlugin {
    static let pluginType = AscendPluginType.analytics
    let isInitialized = true
    let events = Locked<[AscendEvent]>([])

    init(context: AscendContext) {}
    func initialize() throws {}
    func configure<Configuration: AscendConfiguration>(with configuration: Configuration) throws {}

    func onNotify(event: AscendEvent, data: [String: Any]?) {
      events.withLock { $0.append(event) }
    }
  }

  private final class Broken: AscendContextPlugin {
    static let pluginType = AscendPluginType.auth
    let isInitialized = false

    init(context: AscendContext) {}
    func initialize() throws { throw Mistake() }
    func configure<Configuration: AscendConfiguration>(with configuration: Configuration) throws {}
    func onNotify(event: AscendEvent, data: [String: Any]?) {}
  }

  private func config(_ lab: Lab, _ plugins: [AscendPlugin]) -> AscendConfig {
    AscendConfig(
      plugins: plugins,
      coreConfig: AscendCoreConfig(
        apiKey: "",
        environment: "test",
        storageFolder: lab.folder.path
      )
    )
  }

  @Test func `before the initialisation, requesting or adding a plugin throws`() throws {
    let core = AscendCore()
    #expect(!core.isInitialized)
    let thrown = #expect(throws: AscendError.self) { try core.plugin(AscendExperiments.self) }
    guard case .notInitialized = thrown else { Issue.record("found \(thrown as Any)"); return }
    #expect(throws: AscendError.self) {
      try core.add(AscendPlugin(type: .experiments, config: Lab.quiet()))
    }
  }

  @Test func `initialising the core twice throws`() throws {
    let lab = try Lab()
    let core = lab.core()
    try core.initialize(with: lab.config(Lab.quiet()))
    let thrown = #expect(throws: AscendError.self) {
      try core.initialize(with: lab.config(Lab.quiet()))
    }
    guard case .alreadyInitialized = thrown else { Issue.record("found \(thrown as Any)"); return }
  }

  @Test func `a core is initialised only after the user is restored`() throws {
    let lab = try Lab()
    let core = lab.core()
    try lab.folder.write("{", to: "ascend_user_data.json")
    let seen = Locked<[Bool]>([])
    let config = AscendConfig(
      plugins: [],
      coreConfig: AscendCoreConfig(
        apiKey: "",
        environment: "test",
        storageFolder: lab.folder.path,
        // The damaged user record is logged while the user is restored.
        log: { [weak core] _, _ in seen.withLock { $0.append(core?.isInitialized ?? true) } }
      )
    )
    try core.initialize(with: config)
    #expect(seen.withLock { $0 } == [false])
    #expect(core.isInitialized && core.user.isGuest())
  }

  @Test func `a failed initialisation can be repeated`() throws {
    let lab = try Lab()
    let core = lab.core()
    let wrong = AscendPlugin(type: .analytics, config: Lab.quiet())
    let thrown = #expect(throws: AscendError.self) {
      try core.initialize(with: config(lab, [wrong]))
    }
    #expect(
      thrown?.description
        == "Initialization error: Configuration error: found a configuration for "
        + "AscendExperiments, expected one for AscendAnalytics"
    )
    #expect(!core.isInitialized)
    try core.initialize(with: lab.config(Lab.quiet()))
    #expect(core.isInitialized)
  }

  @Test func `a plugin is created at its first request, and plugins are listed in creation order`()
    async throws
  {
    let lab = try Lab()
    let core = lab.core()
    try core.initialize(
      with: config(
        lab,
        [
          AscendPlugin(type: .experiments, config: Lab.quiet()),
          AscendPlugin(type: .analytics, config: OtherConfiguration(pluginType: .analytics)),
          AscendPlugin(type: .auth, config: OtherConfiguration(pluginType: .auth)),
        ]
      )
    )
    #expect(core.registered == ["AscendAnalytics", "AscendAuth", "AscendExperiments"])
    #expect(core.initialized.isEmpty)
    let analytics = try core.plugin(Analytics.self)
    _ = try core.plugin(AscendExperiments.self)
    #expect(core.order == ["AscendAnalytics", "AscendExperiments"])
    core.notifyAll(.appDidBecomeActive, nil)
    #expect(
      analytics.events.withLock { $0 } == [
        .pluginInitialized(plugin: "AscendAnalytics"),
        .pluginInitialized(plugin: "AscendExperiments"), .appDidBecomeActive,
      ]
    )
    let thrown = #expect(throws: AscendError.self) { try core.plugin(Broken.self) }
    guard case .initializationFailed(_ as Mistake) = thrown else {
      Issue.record("found \(thrown as Any)")
      return
    }
    #expect(core.initialized == ["AscendAnalytics", "AscendExperiments"])
  }

  @Test func `requesting an unregistered plugin throws`() throws {
    let lab = try Lab()
    let core = lab.core()
    try core.initialize(with: config(lab, []))
    let thrown = #expect(throws: AscendError.self) { try core.plugin(AscendExperiments.self) }
    #expect(thrown?.description == "Plugin not found: AscendExperiments")
    try core.add(AscendPlugin(type: .experiments, config: Lab.quiet([:])))
    try core.add(AscendPlugin(type: .experiments, config: Lab.quiet()))
    let experiments = try core.plugin(AscendExperiments.self)
    #expect(
      experiments.getDefaultExperimentValues() == Lab.defaults,
      "the later configuration wins"
    )
    let again = #expect(throws: AscendError.self) {
      try core.add(AscendPlugin(type: .experiments, config: Lab.quiet()))
    }
    #expect(again?.description == "Plugin already exists: AscendExperiments")
  }

  @Test func `concurrent requests return the same plugin, which fetches once`() async throws {
    let lab = try Lab()
    let core = lab.core()
    try core.initialize(
      with: lab.config(AscendExperimentsConfiguration(defaultValues: Lab.defaults))
    )
    let found = Locked<Set<ObjectIdentifier>>([])
    onThreads(8) { _ in
      do {
        let experiments = try core.plugin(AscendExperiments.self)
        found.withLock { _ = $0.insert(ObjectIdentifier(experiments)) }
      } catch {
        Issue.record(error)
      }
    }
    #expect(found.withLock { $0.count } == 1)
    await (try core.plugin(AscendExperiments.self)).finishAutomaticFetches()
    #expect(lab.server.requests.count == 1)
  }

  @Test func `concurrent getters, changes and fetches cause no data race`() async throws {
    let lab = try Lab()
    let (experiments, core) = try await lab.experiments(Lab.quiet(onLogout: true))
    onThreads(6) { number in
      for round in 0..<20 {
        switch number {
        case 0: experiments.refreshExperiments { _, _ in }
        case 1: core.user.setUser(userId: "u\(round)")
        case 2: experiments.setExperimentsToStorage(["checkout_flow": Lab.experiment(nil)])
        case 3: core.notifyAll(.appWillEnterForeground, nil)
        default: _ = experiments.getIntValue(for: "checkout_flow", with: "steps")
        }
      }
    }
    await experiments.finishAutomaticFetches()
    _ = try await experiments.refreshExperiments()
    #expect(experiments.getExperimentVariants().count == 2)
  }

  @Test func `releasing a core releases its user and its plugins`() async throws {
    let lab = try Lab()
    weak var user: AscendUser?
    weak var plugin: AscendExperiments?
    do {
      let (experiments, core) = try await lab.experiments()
      (user, plugin) = (core.user, experiments)
      #expect(user != nil)
    }
    #expect(user == nil)
    #expect(plugin == nil)
  }

  @Test func `the debug information contains the state of the core`() throws {
    let lab = try Lab()
    let core = lab.core()
    #expect(core.debugInfo.environment == nil)
    try core.initialize(with: lab.config(Lab.quiet()))
    let info = core.debugInfo
    #expect(info.isInitialized)
    #expect(info.environment == "test")
    #expect(info.registeredPlugins == ["AscendExperiments"])
    #expect(info.identity.isGuest)
    #expect(info.storageFolder == lab.folder.path)
    #expect(info.device["platform"] == "linux")
  }
}
