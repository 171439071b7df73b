import FeatureFlags
import Foundation
import Networking
import Optimizely
import TestSupport
import Testing

/// Tests the calls in the documentation of the SDK through the public API only.
struct DocumentedTests {
  private let folder: TemporaryFolder
  private let server: LocalServer
  private let settings: OptimizelySdkSettings
  private let sent = CollectingEventDispatcher()

  init() throws {
    folder = try TemporaryFolder()
    let datafile = Self.datafile
    server = try LocalServer { request in
      switch request.target {
      case "/datafiles/my-key.json":
        .text(datafile.replacing("HOST", with: "http://\(request.headers["host"] ?? "")"))
      case "/v3/graphql":
        .text(
          #"{"data":{"customer":{"audiences":{"edges":"#
            + #"[{"node":{"name":"segment1","state":"qualified"}}]}}}}"#
        )
      default: .text("", status: 404)
      }
    }
    var settings = OptimizelySdkSettings(
      segmentsCacheSize: 10,
      segmentsCacheTimeoutInSecs: 60,
      timeoutForSegmentFetchInSecs: 5
    )
    settings.datafileURL = server.url("/datafiles/%@.json")
    settings.workspace = Workspace(
      name: "app",
      source: "my-key",
      stateRoot: folder.path,
      cacheRoot: folder.path
    )
    var configuration = HTTPClient.Configuration()
    configuration.proxy = .none
    settings.httpClient = HTTPClient(configuration: configuration)
    self.settings = settings
  }

  private static let datafile = """
    { "version": "4", "projectId": "1", "accountId": "2", "revision": "3", "anonymizeIP": true,
      "sdkKey": "my-key", "environmentKey": "production", "attributes": [], "groups": [],
      "events": [{ "id": "61", "key": "purchase", "experimentIds": [] }],
      "integrations": [{ "key": "odp", "host": "HOST", "publicKey": "key" }],
      "audiences": [], "typedAudiences": [{ "id": "7", "name": "in segment 1", "conditions":
        ["or", { "name": "odp.audiences", "type": "third_party_dimension", "match": "qualified",
          "value": "segment1" }] }],
      "experiments": [{ "id": "11", "key": "rule1", "status": "Running", "layerId": "9",
        "variations": [
          { "id": "111", "key": "on", "featureEnabled": true,
            "variables": [{ "id": "v1", "value": "blue" }] },
          { "id": "112", "key": "off", "featureEnabled": false }],
        "trafficAllocation": [{ "entityId": "111", "endOfRange": 10000 }],
        "audienceIds": [], "audienceConditions": ["or", "7"], "forcedVariations": {} }],
      "featureFlags": [{ "id": "f1", "key": "flag1", "experimentIds": ["11"], "rolloutId": "",
        "variables": [
          { "id": "v1", "key": "colour", "type": "string", "defaultValue": "red" },
          { "id": "v2", "key": "limit", "type": "integer", "defaultValue": "3" },
          { "id": "v3", "key": "style", "type": "string", "subType": "json",
            "defaultValue": "{\\"size\\": 4, \\"names\\": [\\"a\\"], \\"deep\\": {\\"on\\": true}}" }
        ] }],
      "rollouts": [] }
    """

  private func makeClient() -> OptimizelyClient {
    OptimizelyClient(sdkKey: "my-key", eventDispatcher: sent, settings: settings)
  }

  @Test func `a client with a bundled datafile is ready after a synchronous start`() throws {
    let optimizely = makeClient()
    try optimizely.start(datafile: Self.datafile, doFetchDatafileBackground: false)
    let attributes: [String: Any] = ["app_version": "1.3.2"]
    let user = optimizely.createUserContext(userId: "user123", attributes: attributes)
    #expect(user.userId == "user123")
    #expect(user.attributes["app_version"] as? String == "1.3.2")
    user.qualifiedSegments = ["segment1"]
    let decision = user.decide(key: "flag1", options: [.includeReasons])
    #expect(decision.variationKey == "on")
    #expect(decision.enabled)
    #expect(decision.ruleKey == "rule1")
    #expect(decision.flagKey == "flag1")
    #expect(!decision.reasons.isEmpty)
    #expect(decision.userContext.userId == "user123")
    #expect(user.decideAll().keys.sorted() == ["flag1"])
    #expect(user.decide(keys: ["flag1"])["flag1"]?.enabled == true)
    #expect(user.decideForKeys(["flag1"], options: [.excludeVariables]).count == 1)
    #expect(optimizely.loaded?.origin == .bundled)
    try makeClient().start(datafile: Data(Self.datafile.utf8), doFetchDatafileBackground: false)
  }

  @Test
  func `a client starts with a completion handler, and each overload fetches the segments`()
    async throws
  {
    let optimizely = makeClient()
    let result = await withCheckedContinuation { continuation in
      optimizely.start { result in continuation.resume(returning: result) }
    }
    #expect(try result.get().isEmpty == false)
    #expect(optimizely.loaded?.origin == .remote)
    let user = optimizely.createUserContext(userId: "user123")
    #expect(!user.isQualifiedFor(segment: "segment1"))
    try await user.fetchQualifiedSegments()
    #expect(user.isQualifiedFor(segment: "segment1"))
    let options: [OptimizelySegmentOption] = [.ignoreCache, .resetCache]
    try await user.fetchQualifiedSegments(options: options)
    let error = await withCheckedContinuation { continuation in
      user.fetchQualifiedSegments(options: options) { error in
        continuation.resume(returning: error)
      }
    }
    #expect(error == nil)
    let names = await withCheckedContinuation { continuation in
      user.fetchQualifiedSegments { segments, _ in continuation.resume(returning: segments) }
    }
    #expect(names == ["segment1"])
    try blocking(user)
    #expect(user.decide(key: "flag1").variationKey == "on")
  }

  /// Calls the synchronous overload: in an asynchronous function Swift prefers the asynchronous
  /// one.
  private func blocking(_ user: OptimizelyUserContext) throws {
    do {
      try user.fetchQualifiedSegments()
      try user.fetchQualifiedSegments(options: [.ignoreCache])
    } catch OptimizelyError.invalidSegmentIdentifier {
      Issue.record("the user is known")
    } catch OptimizelyError.fetchSegmentsFailed(let reason) {
      Issue.record("\(reason)")
    }
  }

  @Test func `an asynchronous start falls back to the bundled datafile`() async throws {
    let optimizely = makeClient()
    try await optimizely.start()
    #expect(optimizely.isReady)
    server.stop()
    let other = OptimizelyClient(sdkKey: "other", eventDispatcher: sent, settings: settings)
    try await other.start(resourceTimeout: 5, bundled: Data(Self.datafile.utf8))
    #expect(other.loaded?.origin == .cache)
    #expect(try other.getOptimizelyConfig().featuresMap["flag1"] != nil)
  }

  @Test func `a forced decision can be set, read, applied and removed`() throws {
    let optimizely = makeClient()
    try optimizely.start(datafile: Self.datafile, doFetchDatafileBackground: false)
    let user = optimizely.createUserContext(userId: "user123")
    let flag = OptimizelyDecisionContext(flagKey: "flag1")
    let rule = OptimizelyDecisionContext(flagKey: "flag1", ruleKey: "rule1")
    #expect(user.decide(key: "flag1").variationKey == nil)
    #expect(user.setForcedDecision(context: rule, decision: .init(variationKey: "on")))
    #expect(user.decide(key: "flag1").variationKey == "on")
    user.setForcedDecision(
      context: flag,
      decision: OptimizelyForcedDecision(variationKey: "off")
    )
    #expect(user.decide(key: "flag1").variationKey == "off")
    #expect(user.getForcedDecision(context: flag)?.variationKey == "off")
    #expect(user.removeForcedDecision(context: flag))
    #expect(!user.removeForcedDecision(context: flag))
    #expect(user.removeAllForcedDecisions())
    #expect(user.decide(key: "flag1").variationKey == nil)
  }

  @Test func `a variable can be read by its path, as a map and as JSON`() throws {
    let optimizely = makeClient()
    try optimizely.start(datafile: Self.datafile, doFetchDatafileBackground: false)
    let user = optimizely.createUserContext(userId: "user123")
    user.qualifiedSegments = ["segment1"]
    let variables = user.decide(key: "flag1").variables
    #expect(variables.toMap()["colour"] as? String == "blue")
    #expect(variables.toMap()["limit"] as? Int == 3)
    #expect(variables.getValue(jsonPath: "colour") == "blue")
    #expect(variables.getValue(jsonPath: "style.size") == 4)
    #expect(variables.getValue(jsonPath: "style.size") == 4.0)
    #expect(variables.getValue(jsonPath: "style.deep.on") == true)
    #expect(variables.getValue(jsonPath: "style.names") == ["a"])
    let none: String? = variables.getValue(jsonPath: "style.none")
    #expect(none == nil)
    struct Style: Decodable, Equatable {
      let size: Int
    }
    #expect(variables.getValue(jsonPath: "style") == Style(size: 4))
    let text = #"{"colour":"blue","limit":3,"style":{"deep":{"on":true},"names":["a"],"size":4}}"#
    #expect(variables.toString() == text)
  }

  @Test func `an event is tracked, and listeners are notified`() throws {
    let optimizely = makeClient()
    try optimizely.start(datafile: Self.datafile, doFetchDatafileBackground: false)
    let center = try #require(optimizely.notificationCenter)
    let id = center.addDecisionNotificationListener { type, _, _, _ in #expect(type == "flag") }
    center.addTrackNotificationListener { key, _, _, _, _ in #expect(key == "purchase") }
    center.addDatafileChangeNotificationListener { _ in }
    center.addLogEventNotificationListener { _, _ in }
    let user = optimizely.createUserContext(userId: "user123")
    try user.trackEvent(eventKey: "purchase")
    try user.trackEvent(eventKey: "purchase", eventTags: ["revenue": 4200, "colour": "red"])
    try optimizely.track(eventKey: "purchase", userId: "user123", attributes: ["a": 1])
    #expect(throws: OptimizelyError.self) { try user.trackEvent(eventKey: "unknown") }
    _ = user.decide(key: "flag1", options: [.disableDecisionEvent, .ignoreUserProfileService])
    center.removeNotificationListener(notificationId: try #require(id))
    center.clearNotificationListeners(type: .track)
    center.clearAllNotificationListeners()
    #expect(sent.events.count == 3)
    #expect(
      sent.events.allSatisfy { $0.url.absoluteString == "https://logx.optimizely.com/v1/events" }
    )
  }

  @Test func `the polling presets have the intervals of the Swift and Objective-C SDKs`() {
    let polling = OptimizelyClient(
      sdkKey: "my-key",
      eventDispatcher: sent,
      periodicDownloadInterval: 120,
      defaultDecideOptions: [.includeReasons],
      settings: settings
    )
    #expect(!polling.isReady)
    var older = settings
    older.polling = .olderManager(every: .seconds(60))
    #expect(older.polling.schedule?.effectiveInterval == .seconds(120))
    #expect(older.polling.updates == .atNextStart)
    #expect(OptimizelyClient(sdkKey: "my-key", settings: older).attempts.isEmpty)
  }
}
