import FeatureFlags
import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the side effects of a client's decisions: profiles, events and listeners.
struct ClientDecisionTests {
  private let project: TestProject
  private let client: OptimizelyClient

  init() throws {
    project = try TestProject()
    client = try project.started()
  }

  /// A user profile service that counts its calls.
  final class Profiles: OPTUserProfileService, UserProfileService {
    struct Calls: Equatable {
      var lookups = 0
      var saved: [UserProfile] = []
    }

    let calls = Locked(Calls())
    let variations: [String: String]

    init(_ variations: [String: String] = [:]) { self.variations = variations }

    func profile(of userId: String) -> UserProfile? {
      calls.withLock { $0.lookups += 1 }
      return UserProfile(userId: userId, variations: variations)
    }

    func save(_ userProfile: UserProfile) {
      calls.withLock { $0.saved.append(userProfile) }
    }

    func lookup(userId: String) -> UPProfile? { profile(of: userId)?.record }

    func save(userProfile: UPProfile) { UserProfile(record: userProfile).map { save($0) } }
  }

  @Test func `each decision of an experiment sends one impression`() throws {
    let user = client.createUserContext(userId: "ana")
    #expect(user.decide(key: "cart").variationKey == "on")
    #expect(user.decideAll().count == 3)
    #expect(user.decide(keys: ["off", "cart"]).count == 2)
    #expect(user.decide(key: "cart", options: [.disableDecisionEvent]).enabled)
    let flags = try project.sent.events.map { try metadata($0)["flag_key"]?.text }
    #expect(flags == ["cart", "cart", "search", "cart"])
  }

  private func metadata(_ event: EventForDispatch) throws -> DataValue {
    let visitor = try DataValue(json: event.text)["visitors"]?.items.first
    let snapshot = visitor?["snapshots"]?.items.first
    return try #require(snapshot?["decisions"]?.items.first?["metadata"])
  }

  @Test
  func `enabledFlagsOnly excludes flags that are off from the result, but not their impressions`()
    throws
  {
    var datafile = SmallDatafile.shop
    datafile.more = #""sendFlagDecisions": true,"#
    let client = try project.started(datafile)
    let user = client.createUserContext(userId: "ana")
    #expect(Set(user.decideAll(options: [.enabledFlagsOnly]).keys) == ["cart", "search"])
    #expect(Set(user.decide(keys: ["off", "?"], options: [.enabledFlagsOnly]).keys) == ["?"])
    #expect(!user.decide(key: "off", options: [.enabledFlagsOnly]).enabled)
    #expect(project.sent.events.count == 5)
    let impression = try metadata(project.sent.events[4])
    #expect(impression["rule_type"]?.text == "rollout")
    #expect(impression["enabled"]?.flag == false)
  }

  @Test func `the options of a call are added to those of the client`() throws {
    let client = try project.started(options: [.enabledFlagsOnly])
    let user = client.createUserContext(userId: "ana")
    #expect(user.decideAll(options: [.disableDecisionEvent]).count == 2)
    #expect(project.sent.events.isEmpty)
    #expect(user.decide(key: "cart").reasons.isEmpty)
    #expect(!user.decide(key: "cart", options: [.includeReasons]).reasons.isEmpty)
  }

  @Test func `a decision without a datafile or of an unknown flag has the error as its reason`() {
    let user = project.client().createUserContext(userId: "ana")
    #expect(user.decide(key: "cart").reasons == ["Optimizely SDK not configured properly yet."])
    #expect(user.decideAll().isEmpty)
    #expect(throws: OptimizelyError.sdkNotReady) { try user.trackEvent(eventKey: "buy") }
    let known = client.createUserContext(userId: "ana")
    let unknown = known.decide(keys: ["none"])["none"]
    #expect(unknown?.reasons == ["No flag was found for key \"none\"."])
    #expect(project.sent.events.isEmpty)
  }

  /// Starts a client that uses the given user profiles.
  private func started(with profiles: Profiles) throws -> OptimizelyClient {
    let client = OptimizelyClient(
      sdkKey: TestProject.key,
      eventDispatcher: project.sent,
      userProfileService: profiles,
      settings: project.settings
    )
    try client.start(datafile: SmallDatafile.shop.text, doFetchDatafileBackground: false)
    return client
  }

  @Test func `each call reads and saves the profile once, whatever the number of flags`() throws {
    let profiles = Profiles()
    let user = try started(with: profiles).createUserContext(userId: "ana")
    _ = user.decideAll()
    let saved = UserProfile(userId: "ana", variations: ["11": "111", "12": "121"])
    #expect(profiles.calls.withLock { $0 } == Profiles.Calls(lookups: 1, saved: [saved]))
    _ = user.decideAll(options: [.ignoreUserProfileService])
    #expect(profiles.calls.withLock { $0.lookups } == 1)
  }

  @Test func `a call for unknown flags only does not read the profile`() async throws {
    let profiles = Profiles()
    let user = try started(with: profiles).createUserContext(userId: "ana")
    #expect(user.decide(key: "none").reasons == ["No flag was found for key \"none\"."])
    #expect(user.decide(keys: ["none", "neither"]).count == 2)
    #expect(user.decide(keys: []).isEmpty)
    #expect(await user.decideAsync(key: "none").variationKey == nil)
    #expect(profiles.calls.withLock { $0 } == Profiles.Calls())
    #expect(user.decide(keys: ["none", "cart"]).count == 2)
    #expect(profiles.calls.withLock { $0.lookups } == 1)
  }

  @Test func `a stored variation stays the same when the traffic allocation changes`() throws {
    let user = client.createUserContext(userId: "ana/../../é")
    #expect(user.decide(key: "cart").variationKey == "on")
    var closed = SmallDatafile.shop
    closed.experiments = "[\(SmallDatafile.experiment("11", key: "cart_test", end: 0))]"
    let other = try project.started(closed)
    let same = other.createUserContext(userId: "ana/../../é")
    #expect(same.decide(key: "cart").variationKey == "on")
    #expect(same.decide(key: "cart", options: [.ignoreUserProfileService]).variationKey == nil)
    #expect(other.createUserContext(userId: "bob").decide(key: "cart").variationKey == nil)
    #expect(project.problems.withLock { $0 }.isEmpty)
  }

  @Test func `a malformed profile is reported, and the flag is evaluated without the profile`()
    throws
  {
    let folder = project.workspace.stateFolder + "/profiles"
    let profiles = FileUserProfileService(folder: folder)
    try profiles.save(UserProfile(userId: "ana", variations: ["1": "2"]))
    try profiles.save(UserProfile(userId: "ana", variations: ["3": "4"]))
    #expect(try profiles.profile(of: "ana")?.variations == ["1": "2", "3": "4"])
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".json") }
    )
    try Data("{".utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    #expect(client.createUserContext(userId: "ana").decide(key: "cart").variationKey == "on")
    #expect(project.problems.withLock { $0.count } == 1)
    // The next sticky variation replaces the malformed profile file.
    #expect(try profiles.profile(of: "ana")?.variations == ["11": "111"])
  }

  @Test func `setForcedVariation applies until the client is started again`() throws {
    var closed = SmallDatafile.shop
    closed.experiments = "[\(SmallDatafile.experiment("11", key: "cart_test", end: 0))]"
    let client = try project.started(closed)
    let user = client.createUserContext(userId: "ana")
    #expect(!client.setForcedVariation(experimentKey: "cart_test", userId: "ana", variationKey: ""))
    #expect(!client.setForcedVariation(experimentKey: "none", userId: "ana", variationKey: "on"))
    #expect(
      client.setForcedVariation(experimentKey: "cart_test", userId: "ana", variationKey: " on ")
    )
    #expect(client.getForcedVariation(experimentKey: "cart_test", userId: "ana") == "on")
    #expect(user.decide(key: "cart").variationKey == "on")
    #expect(
      client.setForcedVariation(experimentKey: "cart_test", userId: "ana", variationKey: nil)
    )
    #expect(user.decide(key: "cart").variationKey == nil)
    client.setForcedVariation(experimentKey: "cart_test", userId: "ana", variationKey: "on")
    try client.start(datafile: closed.text, doFetchDatafileBackground: false)
    #expect(user.decide(key: "cart").variationKey == nil)
  }

  @Test func `a decision has a snapshot of the user context`() {
    let user = client.createUserContext(
      userId: "ana",
      attributes: ["country": "de", "odd": Date()]
    )
    let decision = user.decide(key: "cart")
    user.setAttribute(key: "country", value: "fr")
    user.qualifiedSegments = ["vip"]
    #expect(decision.userContext.attributes["country"] as? String == "de")
    #expect(decision.userContext.attributes.count == 2)
    #expect(decision.userContext.qualifiedSegments == nil)
    #expect(user.attributes["country"] as? String == "fr")
    #expect(user.isQualifiedFor(segment: "vip"))
  }
}
