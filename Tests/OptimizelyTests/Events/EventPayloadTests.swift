import Foundation
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the request bodies of events.
struct EventPayloadTests {
  private func client(_ more: String = "") throws -> (OptimizelyClient, CollectingEventDispatcher) {
    var project = try TestProject()
    project.settings.now = { Date(timeIntervalSince1970: 1_700_000_000.25) }
    project.settings.makeID = { "the-id" }
    var datafile = SmallDatafile.shop
    datafile.more = more
    return (try project.started(datafile), project.sent)
  }

  @Test func `the body of an impression has the project, the user and the decision`() throws {
    let (client, sent) = try client()
    let attributes: [String: Any?] = [
      "country": "de", "unknown": 1, "$opt_bucketing_id": "b\"\n", "list": [1], "none": nil,
    ]
    _ = client.createUserContext(userId: "ana", attributes: attributes).decide(key: "cart")
    let event = try #require(sent.events.first)
    #expect(event.address == "https://logx.optimizely.com/v1/events")
    #expect(
      try DataValue(json: event.text)
        == DataValue(
          json: #"""
            {
              "account_id": "2", "project_id": "1", "revision": "3", "client_name": "swift-sdk",
              "client_version": "5.4.2", "anonymize_ip": true, "enrich_decisions": true,
              "region": "US",
              "visitors": [{
                "visitor_id": "ana",
                "attributes": [
                  { "entity_id": "$opt_bucketing_id", "key": "$opt_bucketing_id",
                    "type": "custom", "value": "b\"\n" },
                  { "entity_id": "51", "key": "country", "type": "custom", "value": "de" }
                ],
                "snapshots": [{
                  "decisions": [{
                    "campaign_id": "9", "experiment_id": "11", "variation_id": "111",
                    "metadata": { "rule_type": "feature-test", "rule_key": "cart_test",
                      "flag_key": "cart", "variation_key": "on", "enabled": true }
                  }],
                  "events": [{ "entity_id": "9", "key": "campaign_activated",
                    "timestamp": 1700000000250, "uuid": "the-id" }]
                }]
              }]
            }
            """#
        )
    )
  }

  @Test func `the body of a conversion has its tags, and revenue and value as numbers`() throws {
    let (client, sent) = try client(#""botFiltering": false, "region": "EU","#)
    let tags: [String: Any] = ["revenue": 12.9, "value": 3, "colour": "red"]
    try client.track(eventKey: "buy", userId: "ana", eventTags: tags)
    try client.track(eventKey: "buy", userId: "ana", eventTags: ["revenue": "12", "value": true])
    #expect(sent.events[0].address == "https://eu.logx.optimizely.com/v1/events")
    let visitor = try #require(DataValue(json: sent.events[0].text)["visitors"]?.items.first)
    let bots = DataValue.object([
      "entity_id": "$opt_bot_filtering", "key": "$opt_bot_filtering", "type": "custom",
      "value": false,
    ])
    #expect(visitor["attributes"] == .list([bots]))
    let event = try #require(visitor["snapshots"]?.items.first?["events"]?.items.first)
    #expect(event["entity_id"] == "61")
    #expect(event["key"] == "buy")
    #expect(event["revenue"] == 12)
    #expect(event["value"] == 3)
    #expect(event["tags"] == .object(["revenue": 12.9, "value": 3, "colour": "red"]))
    let other = try #require(DataValue(json: sent.events[1].text)["visitors"]?.items.first)
    let texts = try #require(other["snapshots"]?.items.first?["events"]?.items.first)
    #expect(texts["revenue"] == nil)
    #expect(texts["value"] == nil)
  }

  @Test func `null and not finite event tags are left out at every level`() throws {
    let (client, sent) = try client()
    let list: [Any] = [1, Double.infinity, NSNull()]
    let tags: [String: Any] = [
      "revenue": Double.nan, "value": -Double.infinity, "none": NSNull(), "list": list,
      "object": ["a": 1, "b": Double.nan], "colour": "red",
    ]
    try client.track(eventKey: "buy", userId: "ana", eventTags: tags)
    try client.track(
      eventKey: "buy",
      userId: "ana",
      eventTags: ["revenue": NSNull(), "value": Float.nan]
    )
    let events = try sent.events.map { event in
      let visitor = try #require(DataValue(json: event.text)["visitors"]?.items.first)
      return try #require(visitor["snapshots"]?.items.first?["events"]?.items.first)
    }
    #expect(
      events[0]["tags"]
        == .object(["list": .list([1]), "object": .object(["a": 1]), "colour": "red"])
    )
    #expect(events[1]["tags"] == nil)
    for event in events { #expect(event["revenue"] == nil && event["value"] == nil) }
  }

  @Test func `events are sent to the URL of the region that the app has set`() async {
    // In a process of its own: the URLs are shared by all clients of a process.
    await #expect(processExitsWith: .success) {
      let datafile = { (region: String) in
        var datafile = SmallDatafile.shop
        datafile.more = #""region": "\#(region)","#
        return datafile
      }
      let projects = try ["US", "EU"].map { region in
        let project = try TestProject()
        return (client: try project.started(datafile(region)), sent: project.sent)
      }
      EventForDispatch.eventEndpoint = "http://127.0.0.1:1/us"
      EventForDispatch.euEventEndpoint = "http://127.0.0.1:1/eu"
      for project in projects { try project.client.track(eventKey: "buy", userId: "ana") }
      let urls = projects.flatMap { $0.sent.events.map(\.url.absoluteString) }
      #expect(urls == ["http://127.0.0.1:1/us", "http://127.0.0.1:1/eu"])
      let event = EventForDispatch(body: Data("{}".utf8), region: .EU)
      #expect(event.url.absoluteString == "http://127.0.0.1:1/eu")
    }
  }

  @Test func `tracking an undeclared event throws an error`() throws {
    let (client, sent) = try client()
    #expect(throws: OptimizelyError.eventKeyInvalid("sell")) {
      try client.track(eventKey: "sell", userId: "ana")
    }
    #expect(sent.events.isEmpty)
  }

  @Test func `only events of the same datafile revision are sent in one batch`() throws {
    let events = [("a", "1"), ("a", "2"), ("b", "3"), ("a", "4")].map {
      EventForDispatch(address: "u", head: #"{"revision":"\#($0)","visitors":["#, visitor: $1)
    }
    let batch = try #require(EventBatch(events, limit: 10))
    #expect(batch.count == 2)
    #expect(batch.body == #"{"revision":"a","visitors":[1,2]}"#)
    #expect(EventBatch(events, limit: 1)?.count == 1)
    #expect(EventBatch([], limit: 1) == nil)
  }

  @Test func `a collecting dispatcher drops the oldest events above its limit`() {
    let dispatcher = CollectingEventDispatcher(limit: 3)
    for number in 0..<5 {
      dispatcher.dispatch([EventForDispatch(address: "u", head: "[", visitor: "\(number)")])
    }
    #expect(dispatcher.events.map(\.visitor) == ["2", "3", "4"])
    dispatcher.clear()
    #expect(dispatcher.events.isEmpty)
  }

  @Test func `the defaults replace an empty SDK name or SDK version in the settings`() {
    let settings = OptimizelySdkSettings(sdkName: "", sdkVersion: "")
    #expect(settings.clientName == "swift-sdk")
    #expect(settings.clientVersion == "5.4.2")
    let named = OptimizelySdkSettings(sdkName: "shop-sdk", sdkVersion: "1.0")
    #expect(named.clientName == "shop-sdk")
    #expect(named.clientVersion == "1.0")
  }
}
