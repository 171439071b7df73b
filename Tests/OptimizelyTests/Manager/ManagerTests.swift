import FeatureFlags
import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the manager of the Objective-C SDK as the article "Initialize SDK" documents it, with a
/// server on loopback.
@Suite(.tags(.optimised))
struct ManagerTests {
  private static let key = TestProject.key

  /// Creates a response with a datafile of the given revision.
  private static func response(_ revision: String) -> LocalResponse {
    .text(SmallDatafile.revision(revision))
  }

  private func bytes(_ revision: String) -> Data { Data(SmallDatafile.revision(revision).utf8) }

  /// Creates a manager of a project; a closure sets additional parts of the builder.
  private func manager(
    _ project: TestProject,
    _ more: (OPTLYManagerBuilder) -> Void = { _ in }
  ) -> OPTLYManager? {
    OPTLYManager(
      builder: OPTLYManagerBuilder(block: { (builder) in
        builder?.sdkKey = Self.key
        builder?.settings = project.settings
        builder?.eventDispatcher = project.sent
        builder?.logger = OPTLYLoggerDefault(logLevel: .off)
        if let builder { more(builder) }
      })
    )
  }

  private func revision(_ client: OPTLYClient?) -> String? {
    client?.optimizely.loaded?.datafile.revision
  }

  @Test(
    arguments: [
      ("cached", "bundled", "cached"), ("cached", nil, "cached"), (nil, "bundled", "bundled"),
      (nil, nil, nil),
    ] as [(String?, String?, String?)]
  )
  func `a synchronous start uses the cached datafile, otherwise the bundled one`(
    cached: String?,
    bundled: String?,
    used: String?
  ) async throws {
    let server = try LocalServer { _ in Self.response("remote") }
    let project = try TestProject(server)
    if let cached { try project.keep(SmallDatafile.revision(cached)) }
    let optimizelyManager = manager(project) { $0.datafile = bundled.map(bytes) }
    let optimizelyClient = optimizelyManager?.initialize()
    #expect(revision(optimizelyClient) == used)
    let variation = optimizelyClient?.activate("cart_test", userId: "userId", attributes: nil)
    #expect(variation?.variationKey == (used == nil ? nil : "on"))
    // The newer datafile is downloaded for the next start only.
    await server.waitForRequests(1)
    while try project.workspace.lastGood().map({ !$0.bytes.contains("remote".utf8) }) ?? true {
      await Task.yield()
    }
    #expect(revision(optimizelyClient) == used)
    #expect(revision(optimizelyManager?.initialize()) == "remote")
  }

  @Test func `a synchronous start with a datafile uses exactly that datafile`() throws {
    let server = try LocalServer { _ in Self.response("remote") }
    let project = try TestProject(server)
    try project.keep(SmallDatafile.revision("cached"))
    let jsonDatafile: Data? = bytes("exact")
    let optimizelyManager = manager(project)
    let optimizelyClient: OPTLYClient? = optimizelyManager?.initialize(
      withDatafile: try #require(jsonDatafile)
    )
    #expect(revision(optimizelyClient) == "exact")
    #expect(optimizelyManager?.getOptimizely() === optimizelyClient)
    let variation = optimizelyClient?.activate(
      "cart_test",
      userId: "userId",
      attributes: nil
    )
    #expect(variation?.variationKey == "on")
    #expect(variation?.variationId == "111")
    #expect(project.sent.events.count == 1)
  }

  @Test(
    arguments: [
      (200, "cached", "bundled", "remote", false), (304, "cached", "bundled", "cached", false),
      (500, "cached", "bundled", "cached", true), (500, nil, "bundled", "bundled", true),
      (500, nil, nil, nil, true),
    ] as [(Int, String?, String?, String?, Bool)]
  )
  func `an asynchronous start downloads the datafile, or else starts as a synchronous start does`(
    status: Int,
    cached: String?,
    bundled: String?,
    used: String?,
    hasError: Bool
  ) async throws {
    let server = try LocalServer { _ in
      status == 200 ? Self.response("remote") : .text("", status: status)
    }
    let project = try TestProject(server)
    if let cached { try project.keep(SmallDatafile.revision(cached), lastModified: "then") }
    let optimizelyManager = manager(project) { $0.datafile = bundled.map(bytes) }
    let error = await withCheckedContinuation { continuation in
      optimizelyManager?.initialize(callback: { (error, optimizelyClient) in
        #expect(optimizelyClient != nil)
        continuation.resume(returning: error as? OptimizelyError)
      })
    }
    let client = optimizelyManager?.getOptimizely()
    #expect(revision(client) == used)
    #expect((error != nil) == hasError, "\(error?.reason ?? "")")
    let variation = client?.activate("cart_test", userId: "userId", attributes: nil)
    #expect((variation != nil) == (used != nil))
  }

  @Test func `a client that was not started logs errors and evaluates nothing`() throws {
    let project = try TestProject()
    let optimizelyManager = manager(project)
    let optimizelyClient = optimizelyManager?.getOptimizely()
    #expect(optimizelyClient?.activate("cart_test", userId: "u", attributes: nil) == nil)
    #expect(optimizelyClient?.variation("cart_test", userId: "u", attributes: nil) == nil)
    optimizelyClient?.track("buy", userId: "u")
    #expect(project.problems.withLock { $0 } == Array(repeating: .sdkNotReady, count: 3))
    #expect(optimizelyClient?.isFeatureEnabled("cart", userId: "u", attributes: nil) == false)
    #expect(
      optimizelyClient?.getFeatureVariableString("cart", variableKey: "v", userId: "u") == nil
    )
  }

  @Test(arguments: [(0.0, 0.0), (1, 120), (119.9, 120), (120, 120), (600, 600)])
  func `the minimum polling interval is two minutes, and 0 disables polling`(
    interval: TimeInterval,
    effective: TimeInterval
  ) throws {
    let datafileManager = OPTLYDatafileManagerDefault(
      builder: OPTLYDatafileManagerBuilder(block: { (builder) in
        builder?.datafileFetchInterval = interval
        builder?.datafileConfig = OPTLYDatafileConfig(projectId: nil, withSDKKey: Self.key)
      })
    )
    #expect(datafileManager?.datafileFetchInterval == effective)
    let project = try TestProject()
    let client = manager(project) { $0.datafileManager = datafileManager }?.getOptimizely()
    let polling = client?.optimizely.settings.polling
    #expect(polling?.schedule?.effectiveInterval == (effective > 0 ? .seconds(effective) : nil))
    #expect(polling?.updates == .atNextStart)
  }

  @Test func `a polled datafile becomes active when the manager is initialized again`() async throws
  {
    let revision = Locked("1")
    let server = try LocalServer { _ in Self.response(revision.withLock { $0 }) }
    let clock = ManualClock()
    var project = try TestProject(server)
    project.settings.clock = clock
    let datafileManager = OPTLYDatafileManagerDefault(
      builder: OPTLYDatafileManagerBuilder(block: { (builder) in
        builder?.datafileFetchInterval = 120
        builder?.datafileConfig = OPTLYDatafileConfig(projectId: nil, withSDKKey: Self.key)
      })
    )
    let optimizelyManager = manager(project) { $0.datafileManager = datafileManager }
    await withCheckedContinuation { continuation in
      optimizelyManager?.initialize(callback: { _, _ in continuation.resume() })
    }
    revision.withLock { $0 = "2" }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(150))
    await server.waitForRequests(2)
    let client = optimizelyManager?.getOptimizely()
    while client?.optimizely.pendingRevision != "2" { await Task.yield() }
    #expect(self.revision(client) == "1")
    #expect(self.revision(optimizelyManager?.initialize()) == "2")
  }

  @Test(
    arguments: [
      (nil, nil, false), ("", "", false), ("has space", nil, false), ("key", nil, true),
      (nil, "12", true), ("", "12", true),
    ] as [(String?, String?, Bool)]
  )
  func `creating a manager requires an SDK key without spaces`(
    key: String?,
    project: String?,
    isMade: Bool
  ) {
    let manager = OPTLYManager(
      builder: OPTLYManagerBuilder(block: { (builder) in
        builder?.sdkKey = key
        builder?.projectId = project
        builder?.eventDispatcher = CollectingEventDispatcher()
      })
    )
    #expect((manager != nil) == isMade)
    #expect((OPTLYDatafileConfig(projectId: project, withSDKKey: key) != nil) == isMade)
  }

  @Test func `without an SDK key, the datafile URL contains the project id`() throws {
    let config = try #require(OPTLYDatafileConfig(projectId: "12", withSDKKey: nil))
    let settings = config.settings(from: OptimizelySdkSettings())
    #expect(settings.datafileAddress(of: config.key) == "https://cdn.optimizely.com/json/12.json")
  }
}
