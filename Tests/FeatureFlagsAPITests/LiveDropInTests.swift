import FeatureFlags
import Foundation
import TestSupport
import Testing

extension SharedStoreTests {
  /// Tests the drop-in API with a server, through public symbols only.
  struct LiveDropInTests {
    private let device: Device

    init() throws {
      device = try Device()
    }

    private static let one = SharedStoreTests.document(#""enabled":true"#, name: "One")
    private static let two = SharedStoreTests.document(#""enabled":true"#, name: "Two")

    private func use(_ server: LocalServer) {
      FeatureFlags.configurationURL = URL(string: server.url("/features.json"))
    }

    private var names: [Feature.Name] { FeatureFlags.store.features.map(\.name) }

    @Test(.tags(.timed, .optimised))
    func `looking up a feature does not wait for a server that hangs`() throws {
      let server = try LocalServer { _ in .silent }
      try device.fallBack(to: Self.two)
      use(server)
      let time = ContinuousClock().measure {
        #expect(Feature.isEnabled("Two"))
        #expect(FeatureFlags.refresh()?.map(\.name) == ["Two"])
      }
      #expect(time < .seconds(2))
      #expect(FeatureFlags.origin == .fallback)
      #expect(FeatureFlags.failures.isEmpty, "nothing has failed yet")
    }

    @Test func `the completion of refresh is called after the new features are active`()
      async throws
    {
      let server = try LocalServer { _ in .text(Self.one) }
      use(server)
      await withCheckedContinuation { continuation in
        let call = { continuation.resume() }
        FeatureFlags.refresh(call)
      }
      #expect(names == ["One"])
      #expect(FeatureFlags.origin == .remote)
      server.change { _ in .text(Self.two) }
      let features = await FeatureFlags.reload()
      #expect(features?.map(\.name) == ["Two"])
    }

    @Test func `starting without the server loads the cached configuration`() async throws {
      let server = try LocalServer { _ in .text(Self.one) }
      use(server)
      #expect(await FeatureFlags.start(waitingUpTo: .seconds(20)) == .remote)
      server.stop()
      device.start()
      #expect(Feature.isEnabled("One"))
      await FeatureFlags.reload()
      #expect(FeatureFlags.origin == .cache)
      #expect(names == ["One"])
      #expect(FeatureFlags.failures.count == 1)
    }

    @Test(.tags(.timed, .optimised))
    func `start returns at its deadline even if the server does not respond`() async throws {
      let server = try LocalServer { _ in .silent }
      try device.fallBack(to: Self.two)
      use(server)
      let time = await ContinuousClock().measure {
        #expect(await FeatureFlags.start(waitingUpTo: .milliseconds(50)) == .fallback)
      }
      #expect(time < .seconds(5))
    }

    @Test func `an update for the next start is cached, but not active before that start`()
      async throws
    {
      FeatureFlags.updates = .nextStart
      defer { FeatureFlags.updates = .atOnce }
      let server = try LocalServer { _ in .text(Self.one) }
      use(server)
      await FeatureFlags.start(waitingUpTo: .seconds(20))
      server.change { _ in .text(Self.two) }
      await FeatureFlags.reload()
      #expect(names == ["One"])
      server.stop()
      device.start()
      #expect(names == ["Two"])
    }

    @Test func `a late response of the previous URL is dropped`() async throws {
      let slow = try LocalServer { _ in .slow(.text(Self.one), after: .milliseconds(150)) }
      let server = try LocalServer { _ in .slow(.text(Self.two), after: .milliseconds(600)) }
      use(slow)
      #expect(names.isEmpty)
      await slow.waitForRequests()
      use(server)
      await FeatureFlags.reload()
      #expect(names == ["Two"])
    }

    @Test func `a change lists the features that a load adds and removes`() async throws {
      let server = try LocalServer { _ in .text(Self.one) }
      use(server)
      await FeatureFlags.reload()
      var changes = FeatureFlags.changes().makeAsyncIterator()
      server.change { _ in .text(Self.two) }
      await FeatureFlags.reload()
      guard case .loaded(let difference) = await changes.next()?.kind else {
        Issue.record("found no load")
        return
      }
      #expect(difference.added == ["Two"])
      #expect(difference.removed == ["One"])
    }

    @Test func `polling is off by default, and starts when an interval is set`() async throws {
      #expect(FeatureFlags.pollingInterval == nil)
      let server = try LocalServer { _ in .text(Self.one) }
      use(server)
      await FeatureFlags.reload()
      FeatureFlags.pollingInterval = .seconds(2)
      defer { FeatureFlags.pollingInterval = nil }
      await server.waitForRequests(2)
    }

    @Test func `an overrides file is followed from followOverrides to stopFollowingOverrides`()
      async throws
    {
      let folder = try TemporaryFolder()
      try device.configure(SharedStoreTests.document(#""enabled":false"#))
      let text = #"{"overrides":{"F":{"enabled":true}}}"#
      try folder.write(text, to: "overrides.json")
      #expect(!Feature.isEnabled("F"))
      FeatureFlags.followOverrides(at: folder.path(of: "overrides.json"))
      #expect(Feature.isEnabled("F"))
      var changes = FeatureFlags.changes().makeAsyncIterator()
      try folder.write(text.replacingOccurrences(of: "true", with: "false"), to: "overrides.json")
      _ = await changes.next()
      #expect(!Feature.isEnabled("F"))
      try folder.write(text, to: "overrides.json")
      _ = await changes.next()
      device.start()
      #expect(Feature.isEnabled("F"), "another store follows the same file")
      FeatureFlags.stopFollowingOverrides()
      #expect(!Feature.isEnabled("F"))
    }
  }
}
