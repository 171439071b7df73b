import FeatureFlags
import Foundation
import Locking
import RemoteConfig
import TestSupport
import Testing

/// Tests that a service applies the overrides of a tester.
@Suite(.tags(.concurrent), .timeLimit(.minutes(1)))
struct FollowingTests {
  private typealias Key = Example.Key

  /// The parameter `welcome` of the sample template, with its texts as cases.
  private enum Welcome: String, CaseIterable, StringRemoteValue {
    case hello = "Hello"
    case mac = "Hello, Mac"
    case tenth = "Hi"
  }

  private struct WelcomeKey: RemoteKey {
    let name = "welcome"
    var valueType: any RemoteValue.Type { Welcome.self }
  }

  private func text(_ overrides: String) -> String {
    "{ \"version\": 1, \"overrides\": { \(overrides) } }"
  }

  /// A service that publishes the errors of its overrides file.
  private final class ReportingService: RemoteConfigService, @unchecked Sendable {
    let problems: AsyncStream<WorkspaceError>
    private let continuation: AsyncStream<WorkspaceError>.Continuation

    override init(remoteConfigKeeper: any RemoteConfigKeeper) {
      (problems, continuation) = AsyncStream.makeStream()
      super.init(remoteConfigKeeper: remoteConfigKeeper)
    }

    override func overridesFailed(_ problem: WorkspaceError) {
      continuation.yield(problem)
    }
  }

  private let remote = InMemoryRemoteConfigKeeper(["paywall_type": "a", "new_cart": "false"])

  @Test(arguments: [
    (#""paywall_type": { "variables": { "value": "c" } }"#, "c"),
    (#""paywall_type": { "variation": "b" }"#, "b"),
    (#""paywall_type": { "variation": "b", "variables": { "value": "c" } }"#, "c"),
    (#""paywall_type": { "variation": "x" }"#, "a"),
    (#""paywall_type": { "variables": { "another": "c" } }"#, "a"),
    (#""paywall_type": { "variation": "b", "until": "2020-01-01T00:00:00Z" }"#, "a"),
    (#""paywall_type": { "enabled": false, "variables": { "value": "c" } }"#, "a"),
    (#""search": { "enabled": false, "variables": { "value": "true" } }"#, "false"),
    (#""new_cart": { "enabled": true }"#, "enabled"),
    (#""new_cart": { "variables": { "value": true } }"#, "enabled"),
    (#""search": { "enabled": true }"#, "true"),
    (#""layout": { "variation": "list_baseline" }"#, "list_baseline"),
  ])
  func `an overridden key has the value of its override`(override: String, expected: String) throws
  {
    let folder = try TemporaryFolder()
    let service = RemoteConfigService(remoteConfigKeeper: remote)
    service.followOverrides(at: try folder.write(text(override), to: "overrides.json"))
    let key = Key.allCases.first { override.contains("\"\($0.name)\"") }
    service.getValues(for: [try #require(key)])
    #expect(service.currentRemoteData.map(\.value) == [expected])
  }

  @Test func `an overridden variation of a template has the value of its condition`() async throws {
    let folder = try TemporaryFolder()
    let keeper = TemplateRemoteConfigKeeper(
      path: try folder.write(SampleTemplate.text, to: "template.json"),
      conditions: ["A tenth"]
    )
    let service = RemoteConfigService(remoteConfigKeeper: keeper)
    try await service.fetch()
    #expect(service.remoteValue(for: WelcomeKey()) == Welcome.tenth)
    let path = try folder.write(text(#""welcome": { "variation": "iOS users" }"#), to: "o.json")
    service.followOverrides(at: path)
    #expect(service.remoteValue(for: WelcomeKey()) == Welcome.mac)
    service.stopFollowingOverrides()
    #expect(service.remoteValue(for: WelcomeKey()) == Welcome.tenth)
  }

  @Test func `a change of the overrides file is published to observers of the value`()
    async throws
  {
    let folder = try TemporaryFolder()
    let service = ReportingService(remoteConfigKeeper: remote)
    var problems = service.problems.makeAsyncIterator()
    service.followOverrides(at: folder.path(of: "overrides.json"))
    let updates = service.remoteValueUpdates(for: Key.paywallType, as: Example.PaywallType.self)
    var values = updates.makeAsyncIterator()
    #expect(await values.next() == .a)
    try folder.write(text(#""paywall_type": { "variation": "b" }"#), to: "overrides.json")
    #expect(await values.next() == .b)
    #expect(service.remoteValue(for: Key.paywallType) == Example.PaywallType.b)
    try folder.write("{", to: "overrides.json")
    #expect(await problems.next() != nil)
    #expect(service.remoteValue(for: Key.paywallType) == Example.PaywallType.b)
  }

  @Test func `the expiry of an override is published to observers of the value`() async throws {
    let folder = try TemporaryFolder()
    let clock = ManualClock()
    let service = RemoteConfigService(remoteConfigKeeper: remote, clock: clock) {
      Date(timeIntervalSince1970: clock.now.offset / .seconds(1))
    }
    let override = #""paywall_type": { "variation": "b", "until": "1970-01-01T00:01:00Z" }"#
    service.followOverrides(at: try folder.write(text(override), to: "overrides.json"))
    let updates = service.remoteValueUpdates(for: Key.paywallType, as: Example.PaywallType.self)
    var values = updates.makeAsyncIterator()
    #expect(await values.next() == .b)
    await clock.waitForSleepers()
    clock.advance(by: .seconds(60))
    #expect(await values.next() == .a)
    let debug: Example.PaywallType? = service.debugValue(for: Key.paywallType)
    #expect(debug == nil)
  }

  @Test func `a malformed overrides file is reported, and the last overrides stay active`()
    async throws
  {
    let folder = try TemporaryFolder()
    let service = ReportingService(remoteConfigKeeper: remote)
    var problems = service.problems.makeAsyncIterator()
    let path = try folder.write("{", to: "overrides.json")
    service.followOverrides(at: path)
    #expect(service.remoteValue(for: Key.paywallType) == Example.PaywallType.a)
    let problem = try #require(await problems.next())
    #expect("\(problem)".contains(path))
  }

  @Test func `without a path and without the environment variable no file is followed`() {
    let service = RemoteConfigService(remoteConfigKeeper: remote)
    let debug: Example.PaywallType? = service.debugValue(for: Key.paywallType)
    #expect(debug == nil)
  }

  @Test func `a service follows the file that HALYARD_OVERRIDES names at the start`() async {
    // Runs in a separate process: the test changes the environment.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let text = #"{ "overrides": { "paywall_type": { "variation": "b" } } }"#
      setenv("HALYARD_OVERRIDES", try folder.write(text, to: "overrides.json"), 1)
      let keeper = InMemoryRemoteConfigKeeper(["paywall_type": "a"])
      for path in [nil, folder.path(of: "none.json")] {
        if let path { setenv("HALYARD_OVERRIDES", path, 1) }
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        let value: Example.PaywallType = service.remoteValue(for: Example.Key.paywallType)
        #expect(value == .b)
        service.stopFollowingOverrides()
        #expect(service.remoteValue(for: Example.Key.paywallType) == Example.PaywallType.a)
      }
    }
  }

  @Test func `a custom value takes precedence over an override`() throws {
    let folder = try TemporaryFolder()
    /// A service with a custom value for one key.
    final class Service: RemoteConfigService, @unchecked Sendable {
      override func customValue<Value: RemoteValue>(for key: any RemoteKey) -> Value? {
        Example.PaywallType.c as? Value
      }
    }
    let service = Service(remoteConfigKeeper: remote)
    let path = try folder.write(text(#""paywall_type": { "variation": "b" }"#), to: "o.json")
    service.followOverrides(at: path)
    #expect(service.remoteValue(for: Key.paywallType) == Example.PaywallType.c)
  }
}
