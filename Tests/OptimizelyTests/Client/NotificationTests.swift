import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the notifications of a client.
struct NotificationTests {
  private let client: OptimizelyClient
  private let received = Locked<[String]>([])

  init() throws {
    client = try TestProject().started()
  }

  private var center: any OPTNotificationCenter {
    client.notificationCenter ?? OptimizelyNotificationCenter()
  }

  private func listen(as name: String) -> Int? {
    center.addDecisionNotificationListener { [received] type, userId, _, info in
      let flag = info["flagKey"].flatMap { $0 as? String } ?? "?"
      received.withLock { $0.append("\(name) \(type) \(userId) \(flag)") }
    }
  }

  @Test func `listeners are notified of decisions until they are removed`() throws {
    let user = client.createUserContext(userId: "ana")
    let (first, second) = (listen(as: "a"), listen(as: "b"))
    #expect([first, second] == [1, 2])
    _ = user.decide(key: "cart")
    _ = user.decide(key: "unknown")
    #expect(received.withLock { $0 } == ["a flag ana cart", "b flag ana cart"])
    center.removeNotificationListener(notificationId: try #require(first))
    _ = user.decide(key: "search")
    #expect(received.withLock { $0.last } == "b flag ana search")
    #expect(received.withLock { $0.count } == 3)
    #expect(listen(as: "c") == 3)
    center.clearNotificationListeners(type: .track)
    _ = user.decide(key: "off")
    #expect(received.withLock { $0.count } == 5)
    center.clearNotificationListeners(type: .decision)
    _ = user.decide(key: "off")
    #expect(received.withLock { $0.count } == 5)
    #expect(listen(as: "d") == 4)
    center.clearAllNotificationListeners()
    _ = user.decide(key: "off")
    #expect(received.withLock { $0.count } == 5)
  }

  @Test func `a listener can remove itself and evaluate other flags while it is called`() {
    let user = client.createUserContext(userId: "ana")
    let id = Locked(0)
    let added = center.addDecisionNotificationListener { [client, received] _, _, _, _ in
      client.notificationCenter?.removeNotificationListener(notificationId: id.withLock { $0 })
      received.withLock { $0.append("\(user.decide(key: "off").enabled)") }
    }
    id.withLock { $0 = added ?? 0 }
    _ = user.decide(key: "cart")
    #expect(received.withLock { $0 } == ["false"])
  }

  @Test func `a decision listener receives the type, the user and the result`() throws {
    center.addDecisionNotificationListener { [received] _, _, attributes, info in
      let values: [String?] = [
        attributes?["country"].flatMap { $0 as? String },
        info["variationKey"].flatMap { $0 as? String }, info["ruleKey"].flatMap { $0 as? String },
        info["experimentId"].flatMap { $0 as? String },
        info["variationId"].flatMap { $0 as? String },
        info["enabled"].flatMap { $0 as? Bool }.map { "\($0)" },
        info["decisionEventDispatched"].flatMap { $0 as? Bool }.map { "\($0)" },
      ]
      received.withLock { $0 = values.map { $0 ?? "-" } }
    }
    let user = client.createUserContext(userId: "ana", attributes: ["country": "de"])
    _ = user.decide(key: "cart")
    #expect(received.withLock { $0 } == ["de", "on", "cart_test", "11", "111", "true", "true"])
    _ = user.decide(key: "off", options: [.disableDecisionEvent])
    #expect(received.withLock { $0 } == ["de", "-", "-", "-", "-", "false", "false"])
  }

  @Test func `a track listener receives each tracked event with its tags and body`() throws {
    center.addTrackNotificationListener { [received] key, userId, _, tags, event in
      let revenue = tags?["revenue"] as? Int
      let body = (event["body"] as? Data).map { String(decoding: $0, as: UTF8.self) } ?? ""
      received.withLock { $0 = [key, userId, "\(revenue ?? 0)", "\(body.contains("conversion"))"] }
    }
    try client.track(eventKey: "buy", userId: "ana", eventTags: ["revenue": 42])
    #expect(received.withLock { $0 } == ["buy", "ana", "42", "false"])
  }

  @Test func `the notification of a delivered feature names the delivery rule`() throws {
    let rule = SmallDatafile.experiment("21", key: "everyone")
    let client = try TestProject().started(
      SmallDatafile(
        flags: "[\(SmallDatafile.flag("cart", rollout: "8"))]",
        rollouts: #"[{ "id": "8", "experiments": [\#(rule)] }]"#
      )
    )
    client.notificationCenter?.addDecisionNotificationListener { [received] type, _, _, info in
      let source = info["sourceInfo"] as? [String: Any]
      let names = [info["source"], source?["experimentKey"], source?["variationKey"]]
      received.withLock { $0.append("\(type) \(names.map { $0.map { "\($0)" } ?? "-" })") }
    }
    #expect(client.isFeatureEnabled(featureKey: "cart", userId: "ana"))
    #expect(received.withLock { $0 } == [#"feature ["rollout", "everyone", "on"]"#])
  }

  @Test func `an activate listener is not notified of holdouts`() throws {
    let holdout = """
      { "id": "31", "key": "held", "status": "Running", "audienceIds": [],
        "variations": [{ "id": "311", "key": "off" }],
        "trafficAllocation": [{ "entityId": "311", "endOfRange": 10000 }] }
      """
    for more in ["", #""holdouts": [\#(holdout)],"#] {
      var datafile = SmallDatafile.shop
      datafile.more = more
      let project = try TestProject()
      let client = try project.started(datafile)
      client.notificationCenter?.addActivateNotificationListener { [received] rule, _, _, _, _ in
        received.withLock { $0.append("\(rule["key"] ?? "-")") }
      }
      _ = client.createUserContext(userId: "ana").decide(key: "cart")
      #expect(project.sent.events.count == 1)
    }
    #expect(received.withLock { $0 } == ["cart_test"])
  }

  @Test func `listener ids are unique, and typed listeners receive no malformed arguments`() {
    var center: any OPTNotificationCenter = OptimizelyNotificationCenter()
    center.notificationId = 7
    #expect(center.notificationId == 1)
    center.addTrackNotificationListener { [received] key, _, _, _, _ in
      received.withLock { $0.append(key) }
    }
    center.addDecisionNotificationListener { [received] type, _, _, _ in
      received.withLock { $0.append(type) }
    }
    let event: [String: Any] = [:]
    center.sendNotifications(type: 2, args: ["bad", "ana", 1, nil, event])
    center.sendNotifications(type: 2, args: ["bad", "ana", nil, 1, event])
    center.sendNotifications(type: 2, args: ["buy", "ana", nil, nil, event])
    center.sendNotifications(type: 4, args: ["bad", "ana", 1, event])
    center.sendNotifications(type: 4, args: ["flag", "ana", nil, event])
    #expect(received.withLock { $0 } == ["buy", "flag"])
  }
}
