import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests contextual bandits with a local prediction service.
struct BanditTests {
  private static func response(_ variation: String) -> LocalResponse {
    .text(#"{"predictions":[{"variation_id":"\#(variation)"}]}"#)
  }

  private static func datafile(traffic: Int = 10_000) -> SmallDatafile {
    let cmab = #", "cmab": { "trafficAllocation": \#(traffic), "attributeIds": ["51"] }"#
    var datafile = SmallDatafile.shop
    datafile.experiments = "[\(SmallDatafile.experiment("11", key: "cart_test", extra: cmab))]"
    return datafile
  }

  private func user(
    _ server: LocalServer,
    _ project: TestProject,
    traffic: Int = 10_000
  ) throws -> OptimizelyUserContext {
    let client = OptimizelyClient(
      sdkKey: TestProject.key,
      eventDispatcher: project.sent,
      settings: project.settings,
      cmabConfig: CmabConfig(predictionEndpoint: server.url("/predict"))
    )
    let datafile = Data(Self.datafile(traffic: traffic).text.utf8)
    try client.start(datafile: datafile, doFetchDatafileBackground: false)
    return client.createUserContext(userId: "ana", attributes: ["country": "de", "age": 5])
  }

  @Test
  func `an asynchronous decision has the predicted variation, and its event has the prediction id`()
    async throws
  {
    let server = try LocalServer { _ in Self.response("111") }
    let project = try TestProject()
    let user = try user(server, project)
    let decision = await user.decideAsync(key: "cart")
    #expect(decision.variationKey == "on")
    #expect(decision.enabled)
    let request = try #require(server.requests.first)
    #expect(request.target == "/predict/11")
    let body = try DataValue(json: String(decoding: request.body, as: UTF8.self))
    let instance = try #require(body["instances"]?.items.first)
    #expect(instance["visitorId"] == "ana")
    #expect(instance["experimentId"] == "11")
    #expect(
      instance["attributes"]
        == .list([.object(["id": "51", "value": "de", "type": "custom_attribute"])])
    )
    let event = try #require(project.sent.events.first)
    let id = try #require(instance["cmabUUID"]?.text)
    #expect(event.text.contains(#""cmab_uuid":"\#(id)""#))
  }

  @Test
  func `a synchronous decision skips contextual bandits without a request, and a reason says so`()
    throws
  {
    let server = try LocalServer { _ in Self.response("111") }
    let decision = try user(server, TestProject()).decide(key: "cart", options: [.includeReasons])
    #expect(decision.variationKey == nil)
    #expect(decision.reasons.contains("CMAB is not supported in sync mode."))
    #expect(server.requests.isEmpty)
  }

  @Test(
    arguments: [
      ([], 1), ([.ignoreCmabCache], 2), ([.resetCmabCache], 2), ([.invalidateUserCmabCache], 2),
    ] as [([OptimizelyDecideOption], Int)]
  )
  func `predictions are cached unless an option disables the cache`(
    options: [OptimizelyDecideOption],
    requests: Int
  ) async throws {
    let server = try LocalServer { _ in Self.response("111") }
    let user = try user(server, TestProject())
    _ = await user.decideAsync(key: "cart")
    let all = await user.decideAllAsync(options: options)
    #expect(all["cart"]?.variationKey == "on")
    #expect(server.requests.count == requests)
    // The cache stores a prediction for one set of attributes: a change requires a new prediction.
    user.setAttribute(key: "country", value: "fr")
    _ = await user.decideAsync(keys: ["cart"])
    #expect(server.requests.count == requests + 1)
  }

  @Test(arguments: [
    (LocalResponse.text("", status: 500), 2, "500"), (.text("", status: 403), 1, "403"),
    (.text("{}"), 1, "Invalid CMAB"),
  ])
  func `if the prediction fails the flag is off with a reason, and no event is sent`(
    response: LocalResponse,
    requests: Int,
    problem: String
  ) async throws {
    let server = try LocalServer { _ in response }
    let project = try TestProject()
    let user = try user(server, project)
    let decision = await user.decideAsync(key: "cart")
    #expect(!decision.enabled)
    #expect(decision.variationKey == nil)
    #expect(decision.reasons == ["Failed to fetch CMAB data for experiment cart_test."])
    #expect(project.sent.events.isEmpty)
    #expect(server.requests.count == requests)
    #expect(project.problems.withLock { "\($0)".contains(problem) })
  }

  @Test(arguments: [
    (10_000, "Successfully fetched CMAB decision, variationId: 111, cmabUUID: "),
    (0, "User (ana) does not fall into cmab traffic allocation in experiment (cart_test)."),
  ])
  func `the reasons contain the prediction, or say that the user is outside the traffic`(
    traffic: Int,
    reason: String
  ) async throws {
    let server = try LocalServer { _ in Self.response("111") }
    let user = try user(server, TestProject(), traffic: traffic)
    let decision = await user.decideAsync(key: "cart", options: [.includeReasons])
    #expect(decision.reasons.first?.hasPrefix(reason) == true, "\(decision.reasons)")
  }

  @Test
  func `a user outside the traffic of a group is outside the traffic of its contextual bandit`()
    throws
  {
    let cmab = #", "cmab": { "trafficAllocation": 10000, "attributeIds": [] }"#
    let experiment = SmallDatafile.experiment("11", key: "cart_test", extra: cmab)
    var datafile = SmallDatafile.shop
    datafile.experiments = "[]"
    datafile.groups = """
      [{ "id": "9", "policy": "random", "trafficAllocation": [], "experiments": [\(experiment)] }]
      """
    var user = UserContext(id: "ana")
    user.predictions = [:]
    let decision = try datafile.evaluator().decide("cart", for: user, options: .includeReasons)
    #expect(
      decision.reasons.dropFirst(2).prefix(3) == [
        "User (ana) is not in any experiment of group (9).",
        "User (ana) does not fall into cmab traffic allocation in experiment (cart_test).",
        "User (ana) is in no variation.",
      ]
    )
  }

  @Test func `a synchronous decision ignores the cached prediction of an asynchronous decision`()
    async throws
  {
    let server = try LocalServer { _ in Self.response("111") }
    let user = try user(server, TestProject())
    let context = await user.decideAsync(key: "cart").userContext
    let decision = context.decide(key: "cart", options: [.includeReasons])
    #expect(decision.variationKey == nil)
    #expect(decision.reasons.contains("CMAB is not supported in sync mode."))
  }

  @Test
  func `for a flag with two contextual bandits the second prediction is fetched after the first`()
    async throws
  {
    let server = try LocalServer { request in
      // The first rule does not have the predicted variation: the second bandit is evaluated.
      Self.response(request.target == "/predict/11" ? "0" : "121")
    }
    let project = try TestProject()
    let cmab = #", "cmab": { "trafficAllocation": 10000, "attributeIds": [] }"#
    var datafile = SmallDatafile.shop
    datafile.experiments = """
      [\(SmallDatafile.experiment("11", key: "first", extra: cmab)),
       \(SmallDatafile.experiment("12", key: "second", extra: cmab))]
      """
    datafile.flags = "[\(SmallDatafile.flag("cart", experiments: ["11", "12"]))]"
    let client = OptimizelyClient(
      sdkKey: "",
      eventDispatcher: project.sent,
      settings: project.settings,
      cmabConfig: CmabConfig(predictionEndpoint: server.url("/predict/%@"))
    )
    try client.start(datafile: Data(datafile.text.utf8), doFetchDatafileBackground: false)
    let decision = await client.createUserContext(userId: "ana").decideAsync(key: "cart")
    #expect(decision.ruleKey == "second")
    #expect(server.requests.map(\.target) == ["/predict/11", "/predict/12"])
  }

  @Test func `no prediction is fetched for a user outside the traffic allocation`() async throws {
    let server = try LocalServer { _ in Self.response("111") }
    let decision = try await user(server, TestProject(), traffic: 0).decideAsync(key: "cart")
    #expect(decision.variationKey == nil)
    #expect(server.requests.isEmpty)
  }
}
