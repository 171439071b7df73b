import Locking
import Networking
import TestSupport
import Testing

@testable import AscendExperiments

/// What a start, a login, a logout and the foreground bring about.
@Suite(.timeLimit(.minutes(1)))
struct EventTests {
  @Test func `the first getPlugin fetches the defaults, later ones do not`() async throws {
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

  @Test func `the defaults hold from the start, without any fetch`() async throws {
    let lab = try Lab()
    let (experiments, _) = try await lab.experiments()
    #expect(experiments.getDefaultExperimentValues() == Lab.defaults)
    #expect(experiments.getStringValue(for: "checkout_flow", with: "colour") == "blue")
    #expect(lab.server.requests.isEmpty)
  }

  @Test func `a start without defaults only warns`() async throws {
    let lab = try Lab()
    _ = try await lab.experiments(AscendExperimentsConfiguration())
    #expect(lab.server.requests.isEmpty)
    #expect(lab.logged.withLock { $0.contains { $0.contains("no default values") } })
  }

  @Test func `a login refreshes for the user, with the guest as stable id`() async throws {
    let lab = try Lab()
    let (experiments, core) = try await lab.experiments()
    let guest = core.user.getGuestId()
    core.user.setUser(userId: "u-1")
    await experiments.finishAutomaticFetches()
    #expect(lab.server.requests.map { $0.headers["user-id"] } == ["u-1"])
    #expect(core.user.getGuestId() == guest)
  }

  @Test func `a logout clears everything`() async throws {
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

  @Test func `a logout that fetches asks as the guest, and clears nothing`() async throws {
    let lab = try Lab()
    let (experiments, core) = try await lab.experiments(Lab.quiet(onLogout: true))
    _ = try await experiments.refreshExperiments()
    core.user.setGuest(guestId: "g-2")
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 2)
    await experiments.finishAutomaticFetches()
    #expect(lab.server.requests.last?.headers["guest-id"] == "g-2")
    #expect(lab.server.requests.last?.headers["user-id"] == nil)
  }

  @Test func `an answer for the user before is not kept for the one after`() async throws {
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

  @Test func `a login while a fetch begins leaves no answer for the guest`() async throws {
    let lab = try Lab { request in
      .text(Lab.response(steps: request.headers["user-id"] == nil ? "1" : "9"))
    }
    // The time is asked for before each request, and this user logs in just then.
    let logIn = Locked<(@Sendable () -> Void)?>(nil)
    let core = AscendCore(
      AscendDependencies(clock: lab.clock) {
        let act = logIn.withLock { act in
          defer { act = nil }
          return act
        }
        act?()
        return 1_790_000_000
      }
    )
    try core.initialize(with: lab.config(Lab.quiet()))
    let experiments = try core.plugin(AscendExperiments.self)
    let user = core.user
    logIn.withLock { $0 = { user.setUser(userId: "u-1") } }
    let round = try #require(try experiments.prepare(Lab.defaults))
    await experiments.finishAutomaticFetches()
    _ = try await experiments.run(round)
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 9)
  }

  @Test func `the background saves`() async throws {
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
  func `other events change nothing`(event: AscendEvent) async throws {
    let lab = try Lab()
    let (experiments, core) = try await lab.experiments()
    core.notifyAll(event, nil)
    await experiments.finishAutomaticFetches()
    #expect(lab.server.requests.isEmpty)
    #expect(experiments.getExperimentsFromStorage() == nil)
  }
}

/// When the foreground fetches, and what "not modified" means.
struct ForegroundTests {
  private static func answer(_ request: LocalRequest) -> LocalAnswer {
    request.headers["last-modified"] == "17"
      ? .answer(304, headers: [("max-age", "60")], body: [])
      : .text(Lab.response(), headers: [("LAST-MODIFIED", "17"), ("max-age", "120")])
  }

  private func comesBack(_ core: AscendCore, _ experiments: AscendExperiments) async {
    core.notifyAll(.appWillEnterForeground, nil)
    await experiments.finishAutomaticFetches()
  }

  @Test func `the foreground asks when the window is over, with the number of the data`()
    async throws
  {
    let lab = try Lab(Self.answer)
    let (experiments, core) = try await lab.experiments()
    await comesBack(core, experiments)
    #expect(lab.server.requests.count == 1, "nothing was heard yet")
    lab.time.withLock { $0 += 120 }
    await comesBack(core, experiments)
    #expect(lab.server.requests.count == 1, "the window is not over")
    lab.time.withLock { $0 += 1 }
    await comesBack(core, experiments)
    #expect(lab.server.requests.map { $0.headers["last-modified"] } == [nil, "17"])
    lab.time.withLock { $0 += 61 }
    await comesBack(core, experiments)
    #expect(lab.server.requests.count == 3, "the 304 brought a window of its own")
    #expect(experiments.getIntValue(for: "checkout_flow", with: "steps") == 2)
  }

  @Test func `not modified is a success with all there is`() async throws {
    let lab = try Lab(Self.answer)
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

  @Test func `an explicit refresh within the window asks in full`() async throws {
    let lab = try Lab(Self.answer)
    let (experiments, _) = try await lab.experiments()
    _ = try await experiments.refreshExperiments()
    _ = try await experiments.refreshExperiments()
    #expect(lab.server.requests.map { $0.headers["last-modified"] } == [nil, nil])
  }

  @Test func `a fetch for a new key, or for a new user, asks in full`() async throws {
    let lab = try Lab(Self.answer)
    let (experiments, core) = try await lab.experiments()
    _ = try await experiments.refreshExperiments()
    lab.time.withLock { $0 += 121 }
    _ = try await experiments.fetchExperiments(for: ["new": .dictionary([:])])
    core.user.setUser(userId: "u")
    await experiments.finishAutomaticFetches()
    #expect(lab.server.requests.map { $0.headers["last-modified"] } == [nil, nil, nil])
  }

  @Test func `without the setting the foreground does nothing, and nothing is conditional`()
    async throws
  {
    let lab = try Lab(Self.answer)
    let configuration = AscendExperimentsConfiguration(
      shouldFetchOnInit: false,
      shouldRefreshOnForeground: false,
      defaultValues: Lab.defaults
    )
    let (experiments, core) = try await lab.experiments(configuration)
    await comesBack(core, experiments)
    #expect(lab.server.requests.isEmpty)
    _ = try await experiments.refreshExperiments()
    lab.time.withLock { $0 += 121 }
    _ = try await experiments.refreshExperiments()
    #expect(lab.server.requests.map { $0.headers["last-modified"] } == [nil, nil])
  }

  @Test(arguments: [(0.0, true), (120, false), (120.5, true), (-1, true)])
  func `a window is over after its length, and when the clock was set back`(
    elapsed: Double,
    isOver: Bool
  ) {
    var window = RefreshWindow()
    #expect(window.isStale(at: 0))
    window.recordResponse(["Max-Age": elapsed == 0 ? "0" : "120"], to: [], at: 1000)
    #expect(window.isStale(at: 1000 + elapsed) == isOver)
    window.recordContact(["Max-Age": "soon"], at: 1000)
    #expect(window.isStale(at: 1000 + elapsed) == isOver, "what is no number changes nothing")
  }
}
