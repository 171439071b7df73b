import FeatureFlags
import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the legacy calls for experiments and features, in addition to `AgreementTests`.
struct ExperimentTests {
  private let project: TestProject
  private let client: OptimizelyClient
  private let received = Locked<[String]>([])

  init() throws {
    project = try TestProject()
    client = try project.started(Self.datafile)
  }

  /// Two flags with one experiment each, and an experiment without a flag.
  private static var datafile: SmallDatafile {
    var datafile = SmallDatafile.shop
    datafile.experiments = """
      [\(SmallDatafile.experiment("11", key: "cart_test")),
       \(SmallDatafile.experiment("12", key: "search_test")),
       \(SmallDatafile.experiment("13", key: "price_test"))]
      """
    return datafile
  }

  @Test func `activate throws if the client has no datafile, and for an unknown experiment`()
    throws
  {
    #expect(throws: OptimizelyError.sdkNotReady) {
      try project.client().activate(experimentKey: "cart_test", userId: "ana")
    }
    #expect(throws: OptimizelyError.experimentKeyInvalid("no_test")) {
      try client.activate(experimentKey: "no_test", userId: "ana")
    }
  }

  @Test func `activate throws for a user without a variation, and sends no impression`() throws {
    var datafile = Self.datafile
    datafile.experiments = "[\(SmallDatafile.experiment("11", key: "cart_test", end: 0))]"
    let client = try project.started(datafile)
    #expect(throws: OptimizelyError.variationUnknown("ana", "cart_test")) {
      try client.activate(experimentKey: "cart_test", userId: "ana")
    }
    #expect(project.sent.events.isEmpty)
  }

  @Test(arguments: [("price_test", "ab-test"), ("cart_test", "feature-test")])
  func `the notification type is feature-test if a flag has the experiment, otherwise ab-test`(
    key: String,
    type: String
  ) throws {
    client.notificationCenter?.addDecisionNotificationListener { [received] type, _, _, info in
      received.withLock { $0 = [type, "\(info["variationKey"] ?? "-")"] }
    }
    #expect(try client.getVariationKey(experimentKey: key, userId: "ana") == "on")
    #expect(received.withLock { $0 } == [type, "on"])
    #expect(project.sent.events.isEmpty)
  }

  @Test func `an impression notifies the activate listeners of the experiment and the variation`()
    throws
  {
    client.notificationCenter?.addActivateNotificationListener {
      [received] experiment, user, _, variation, event in
      let body = (event["body"] as? Data).map { String(decoding: $0, as: UTF8.self) } ?? ""
      received.withLock {
        $0.append("\(experiment["key"] ?? "") \(experiment["id"] ?? "") \(user)")
        $0.append("\(variation["key"] ?? "") \(variation["id"] ?? "")")
        $0.append("\(body.contains("campaign_activated"))")
      }
    }
    _ = try client.activate(experimentKey: "price_test", userId: "ana")
    #expect(received.withLock { $0 } == ["price_test 13 ana", "on 131", "true"])
    #expect(client.isFeatureEnabled(featureKey: "cart", userId: "ana"))
    #expect(received.withLock { $0[3] } == "cart_test 11 ana")
  }

  @Test func `an override of a flag also applies to the experiments of the flag`() throws {
    var datafile = Self.datafile
    let off = #"{ "id": "119", "key": "off", "featureEnabled": false, "variables": [] }"#
    datafile.experiments = datafile.experiments.replacing(
      #""variations": [{ "id": "111""#,
      with: #""variations": [\#(off), { "id": "111""#
    )
    let client = try project.started(datafile)
    #expect(try client.getVariationKey(experimentKey: "cart_test", userId: "ana") == "on")
    let folder = try TemporaryFolder()
    let path = try folder.write(
      #"{"version":1,"overrides":{"cart":{"variation":"off"}}}"#,
      to: "overrides.json"
    )
    client.followOverrides(at: path)
    #expect(try client.getVariationKey(experimentKey: "cart_test", userId: "ana") == "off")
    #expect(!client.isFeatureEnabled(featureKey: "cart", userId: "ana"))
    #expect(try client.getVariationKey(experimentKey: "search_test", userId: "ana") == "on")
  }

  @Test func `each legacy feature call notifies decision listeners of its type and its result`()
    throws
  {
    var datafile = SmallDatafile.shop
    let variables = #"[{ "id": "9", "key": "size", "type": "integer", "defaultValue": "3" }]"#
    datafile.flags = "[\(SmallDatafile.flag("cart", experiments: ["11"], variables: variables))]"
    let client = try project.started(datafile)
    client.notificationCenter?.addDecisionNotificationListener { [received] type, _, _, info in
      let values = ["featureKey", "featureEnabled", "source", "variableKey", "variableValue"]
        .map { "\(info[$0] ?? "-")" }
      received.withLock { $0.append(([type] + values).joined(separator: " ")) }
    }
    let size = try client.getFeatureVariableInteger(
      featureKey: "cart",
      variableKey: "size",
      userId: "ana"
    )
    #expect(size == 3)
    _ = client.isFeatureEnabled(featureKey: "cart", userId: "ana")
    let all = try client.getAllFeatureVariables(featureKey: "cart", userId: "ana")
    #expect(all.toMap() as? [String: Int] == ["size": 3])
    #expect(
      received.withLock { $0 } == [
        "feature-variable cart true feature-test size 3", "feature cart true feature-test - -",
        "all-feature-variables cart true feature-test - -",
      ]
    )
    #expect(throws: OptimizelyError.variableKeyInvalid("x", "cart")) {
      try client.getFeatureVariableString(featureKey: "cart", variableKey: "x", userId: "ana")
    }
    #expect(throws: OptimizelyError.featureKeyInvalid("x")) {
      try client.getAllFeatureVariables(featureKey: "x", userId: "ana")
    }
  }
}
