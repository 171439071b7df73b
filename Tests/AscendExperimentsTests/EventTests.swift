import Locking
import Networking
import TestSupport
import Testing

@testable import AscendEngine
@testable import AscendExperiments

/// Tests fetches and changes at a start, a login, a logout and a switch to the foreground.
@Suite(.timeLimit(.minutes(1)))
struct EventTests {
  @Test func `only the first call of getPlugin fetches the experiments that have default values`()
    async throws
  {
    let lab = try Lab()
    let core = lab.core()
    try core.initialize(
      with: lab.config(AscendExperimentsConfiguration(defaultValues: Lab.defaults))
    )
    #expect(lab.server.requests.isEmpty)
    let experiments = try core.plugin(AscendExperiments.self)
    #expect(try core.plugin(AscendExperiments.self) === experiments)
    await experiments.finishAutomaticFetches()
    #expect(lab.server.requests.count == 1)
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 2)
  }

  @Test func `the default values of experiments apply before the first fetch`() async throws {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments()
    #expect(experiments.getDefaultExperimentValues() == Lab.defaults)
    #expect(experiments.getStringValue(for: "checkout_flow", with: "colour") == "blue")
    #expect(lab.server.requests.isEmpty)
  }

  @Test func `a start without default values logs a warning and fetches nothing`() async throws {
    let lab = try Lab()
    _ = try await lab.experiments(AscendExperimentsConfiguration())
    #expect(lab.server.requests.isEmpty)
    #expect(lab.logged.withLock { $0.contains { $0.contains("no default values") } })
  }

  @Test func `a login fetches the experiments of the user, and the guest id stays the same`()
    async throws
  {
    let lab = try Lab()
    let (experiments, core) = try await lab.experiments()
    let guest = core.user.getGuestId()
    core.user.setUser(userId: "u-1")
    await experiments.finishAutomaticFetches()
    #expect(lab.server.requests.map { $0.headers["user-id"] } == ["u-1"])
    #expect(core.user.getGuestId() == guest)
  }

  @Test func `a logout removes all experiments`() async throws {
    let lab = try Lab()
    let (experiments, core) = try await lab.experiments()
    _ = try await experiments.refreshExperiments()
    core.user.setGuest(guestId: "g-2")
    await experiments.finishAutomaticFetches()
    #expect(experiments.getExperimentVariants().isEmpty)
    #expect(experiments.getExperimentsFromStorage() == [:])
    #expect(experiments.getStringValue(for: "checkout_flow", with: "colour") == "")
    #expect(lab.server.requests.count == 1)
  }

  @Test func `with shouldFetchOnLogout a logout fetches for the guest and removes nothing`()
    async throws
  {
    let lab = try Lab()
    let (experiments, core) = try await lab.experiments(Lab.quiet(onLogout: true))
    _ = try await experiments.refreshExperiments()
    core.user.setGuest(guestId: "g-2")
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 2)
    await experiments.finishAutomaticFetches()
    #expect(lab.server.requests.last?.headers["guest-id"] == "g-2")
    #expect(lab.server.requests.last?.headers["user-id"] == nil)
  }

  @Test func `a response for the previous user is not stored`() async throws {
    let lab = try Lab { _ in .text("", status: 500) }
    let (experiments, core) = try await lab.experiments(Lab.quiet(onLogout: true))
    async let first = experiments.refreshExperiments()
    await lab.clock.waitForSleepers()
    lab.server.change { _ in .text(Lab.response(steps: "9")) }
    core.user.setGuest(guestId: "g-2")
    await experiments.finishAutomaticFetches()
    lab.server.change { _ in .text(Lab.response(steps: "1")) }
    lab.clock.advance(by: .seconds(1))
    #expect(try await first.data?.count == 2)
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 9)
  }

  @Test func `a login while a fetch is prepared discards the response for the guest`()
    async throws
  {
    let lab = try Lab { request in
      .text(Lab.response(steps: request.headers["user-id"] == nil ? "1" : "9"))
    }
    // The closure `now` is called before each request; the user logs in during that call.
    let logIn = Locked<(@Sendable () -> Void)?>(nil)
    let core = AscendCore(
      AscendDependencies(clock: lab.clock) {
        let operation = logIn.withLock { operation in
          defer { operation = nil }
          return operation
        }
        operation?()
        return 1_790_000_000
      }
    )
    try core.initialize(with: lab.config(Lab.quiet()))
    let experiments = try core.plugin(AscendExperiments.self)
    let user = core.user
    logIn.withLock { $0 = { user.setUser(userId: "u-1") } }
    let fetch = try #require(try experiments.prepareFetch(of: Lab.defaults))
    await experiments.finishAutomaticFetches()
    _ = try await experiments.run(fetch)
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 9)
  }

  @Test func `entering the background saves the experiments`() async throws {
    let lab = try Lab()
    let (experiments, core) = try await lab.experiments()
    #expect(experiments.getExperimentsFromStorage() == nil)
    core.notifyAll(.appDidEnterBackground, nil)
    #expect(experiments.getExperimentsFromStorage() == [:])
  }

  @Test(arguments: [
    AscendEvent.userProfileUpdated, .appDidBecomeActive, .appWillResignActive, .appWillTerminate,
    .networkStatusChanged(isConnected: true), .pluginInitialized(plugin: "x"),
    .pluginConfigurationChanged(plugin: "x"), .custom(name: "x", data: [:]),
  ])
  func `an event such as appDidBecomeActive causes no fetch and stores no experiments`(
    event: AscendEvent
  ) async throws {
    let lab = try Lab()
    let (experiments, core) = try await lab.experiments()
    core.notifyAll(event, nil)
    await experiments.finishAutomaticFetches()
    #expect(lab.server.requests.isEmpty)
    #expect(experiments.getExperimentsFromStorage() == nil)
  }
}

/// Tests fetches in the foreground, and conditional requests.
struct ForegroundTests {
  private static func response(to request: LocalRequest) -> LocalResponse {
    request.headers["last-modified"] == "17"
      ? .response(304, headers: [("max-age", "60")], body: [])
      : .text(Lab.response(), headers: [("LAST-MODIFIED", "17"), ("max-age", "120")])
  }

  private func enterForeground(_ core: AscendCore, _ experiments: AscendExperiments) async {
    core.notifyAll(.appWillEnterForeground, nil)
    await experiments.finishAutomaticFetches()
  }

  @Test func `entering the foreground sends a conditional request if the response is stale`()
    async throws
  {
    let lab = try Lab(Self.response)
    let (experiments, core) = try await lab.experiments()
    await enterForeground(core, experiments)
    #expect(lab.server.requests.count == 1, "there was no response yet")
    lab.time.withLock { $0 += 120 }
    await enterForeground(core, experiments)
    #expect(lab.server.requests.count == 1, "the response is fresh")
    lab.time.withLock { $0 += 1 }
    await enterForeground(core, experiments)
    #expect(lab.server.requests.map { $0.headers["last-modified"] } == [nil, "17"])
    lab.time.withLock { $0 += 61 }
    await enterForeground(core, experiments)
    #expect(lab.server.requests.count == 3, "the 304 has a max-age of its own")
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 2)
  }

  @Test func `a fetch with a 304 response returns all stored experiments`() async throws {
    let lab = try Lab(Self.response)
    let (experiments, _) = try await lab.experiments()
    _ = try await experiments.refreshExperiments()
    lab.time.withLock { $0 += 121 }
    let (response, error) = await withCheckedContinuation { continuation in
      experiments.refreshExperiments { continuation.resume(returning: ($0, $1)) }
    }
    #expect(error == nil)
    #expect(response?.data?.map(\.experimentKey) == ["checkout_flow", "retry_policy"])
    #expect(lab.server.requests.last?.headers["last-modified"] == "17")
  }

  @Test func `a refresh by the app while the response is fresh sends an unconditional request`()
    async throws
  {
    let lab = try Lab(Self.response)
    let (experiments, _) = try await lab.experiments()
    _ = try await experiments.refreshExperiments()
    _ = try await experiments.refreshExperiments()
    #expect(lab.server.requests.map { $0.headers["last-modified"] } == [nil, nil])
  }

  @Test func `a fetch for a new key or a new user sends an unconditional request`() async throws {
    let lab = try Lab(Self.response)
    let (experiments, core) = try await lab.experiments()
    _ = try await experiments.refreshExperiments()
    lab.time.withLock { $0 += 121 }
    _ = try await experiments.fetchExperiments(for: ["new": .dictionary([:])])
    core.user.setUser(userId: "u")
    await experiments.finishAutomaticFetches()
    #expect(lab.server.requests.map { $0.headers["last-modified"] } == [nil, nil, nil])
  }

  @Test
  func `without shouldRefreshOnForeground nothing is fetched, and requests are unconditional`()
    async throws
  {
    let lab = try Lab(Self.response)
    let configuration = AscendExperimentsConfiguration(
      shouldFetchOnInit: false,
      shouldRefreshOnForeground: false,
      defaultValues: Lab.defaults
    )
    let (experiments, core) = try await lab.experiments(configuration)
    await enterForeground(core, experiments)
    #expect(lab.server.requests.isEmpty)
    _ = try await experiments.refreshExperiments()
    lab.time.withLock { $0 += 121 }
    _ = try await experiments.refreshExperiments()
    #expect(lab.server.requests.map { $0.headers["last-modified"] } == [nil, nil])
  }

  @Test(arguments: [(0.0, true), (120, false), (120.5, true), (-1, true)])
  func `a response is stale after its max-age, and after the clock was set back`(
    elapsed: Double,
    isStale: Bool
  ) {
    var window = RefreshWindow()
    #expect(window.isStale(at: 0))
    window.recordResponse(["Max-Age": elapsed == 0 ? "0" : "120"], to: [], at: 1000)
    #expect(window.isStale(at: 1000 + elapsed) == isStale)
    window.recordContact(["Max-Age": "soon"], at: 1000)
    #expect(window.isStale(at: 1000 + elapsed) == isStale, "an invalid max-age is ignored")
  }

  @Test func `a request is conditional only for experiments of the last version of the data`() {
    var window = RefreshWindow()
    window.recordResponse(["Last-Modified": "1", "Max-Age": "1"], to: ["a"], at: 0)
    window.recordResponse(["Last-Modified": "1", "Max-Age": "1"], to: ["b"], at: 0)
    #expect(window.lastModified(for: ["a", "b"], at: 10) == 1)
    window.recordResponse(["Last-Modified": "2", "Max-Age": "1"], to: ["b"], at: 0)
    #expect(window.lastModified(for: ["b"], at: 10) == 2)
    #expect(window.lastModified(for: ["a"], at: 10) == nil)
  }
}
