import FeatureFlags
import Foundation
import Locking
import TestSupport
import Testing

@testable import Optimizely
@testable import OptimizelyEngine

/// Tests the legacy calls against recordings of optimizely-sdk for Python.
///
/// `Fixtures/agreement/generate.py` recorded the calls of random users with random datafiles: typed
/// audiences, groups, forced and allow-listed variations, profiles and bucketing ids.
struct AgreementTests {
  /// A recorded user of a datafile, with the calls of that user in order.
  struct Case: Sendable, CustomStringConvertible {
    let value: DataValue
    let datafile: [UInt8]

    var description: String { "user \(value["user"]?.text ?? "?")" }
  }

  /// A user profile service that stores the profiles of a case in memory.
  final class Profiles: OPTUserProfileService {
    private let records: Locked<[String: UserProfile]>

    init(_ record: DataValue?) {
      let variations = record?["experiment_bucket_map"]?.members
        .compactMapValues { $0["variation_id"]?.text }
      let user = record?["user_id"]?.text
      let stored = user.map { [$0: UserProfile(userId: $0, variations: variations ?? [:])] }
      records = Locked(stored ?? [:])
    }

    func lookup(userId: String) -> UPProfile? { records.withLock { $0[userId] }?.record }

    func save(userProfile: UPProfile) {
      guard let profile = UserProfile(record: userProfile) else { return }
      records.withLock { $0[profile.userId] = profile }
    }
  }

  private static func document() throws -> DataValue {
    try Fixture.value("agreement/cases.json")
  }

  private static func cases(of name: String) throws -> [Case] {
    let document = try document()
    let datafile = Array("\(try #require(document["datafiles"]?[name]))".utf8)
    return (document["cases"]?.items ?? []).filter { $0["datafile"]?.text == name }
      .map { Case(value: $0, datafile: datafile) }
  }

  @Test func `the recording contains at least 5,000 calls`() throws {
    let cases = try #require(Self.document()["cases"]).items
    #expect(cases.map { $0["calls"]?.items.count ?? 0 }.reduce(0, +) >= 5_000)
  }

  @Test(arguments: ["rules"] + (0..<12).map { "random_\($0)" })
  func `each legacy call returns the same result and sends the same event as the Python SDK`(
    datafile: String
  ) throws {
    let project = try TestProject()
    for one in try Self.cases(of: datafile) {
      let client = try client(of: one, project)
      for call in one.value["calls"]?.items ?? [] {
        project.sent.clear()
        let result = try run(call["call"]?.items.compactMap(\.text) ?? [], client, one)
        #expect(result == call["result"], "\(one), \(call["call"] ?? nil)")
        let events = try project.sent.events.map { try facts($0) }
        #expect(events == call["events"]?.items, "\(one), \(call["call"] ?? nil)")
        for event in project.sent.events {
          let sender = try sender(event)
          #expect(sender == one.value["sender"], "\(one): \(sender)")
        }
      }
    }
  }

  private func client(of one: Case, _ project: TestProject) throws -> OptimizelyClient {
    var settings = project.settings
    settings.conjunctionOrder = .canonical
    let client = OptimizelyClient(
      sdkKey: "",
      eventDispatcher: project.sent,
      userProfileService: Profiles(one.value["profile"]),
      settings: settings
    )
    try client.start(datafile: Data(one.datafile), doFetchDatafileBackground: false)
    for forced in one.value["forced"]?.items ?? [] {
      client.setForcedVariation(
        experimentKey: try #require(forced.items[0].text),
        userId: try #require(one.value["user"]?.text),
        variationKey: forced.items[1].text
      )
    }
    return client
  }

  /// Performs a recorded call, and returns its result; null for an error, as in the Python SDK.
  private func run(
    _ call: [String],
    _ client: OptimizelyClient,
    _ one: Case
  ) throws -> DataValue? {
    let user = try #require(one.value["user"]?.text)
    let caller = Caller(
      client: client,
      user: user,
      attributes: one.value["attributes"]?.members.mapValues(\.any)
    )
    do {
      return try DataValue(any: caller.run(call))
    } catch is OptimizelyError {
      return .null
    }
  }

  /// Performs the calls of a case with its client and user.
  private struct Caller {
    let client: OptimizelyClient
    let user: String
    let attributes: OptimizelyAttributes?

    func run(_ call: [String]) throws -> Any? {
      switch call[0] {
      case "activate":
        return try client.activate(experimentKey: call[1], userId: user, attributes: attributes)
      case "getVariationKey":
        return try client.getVariationKey(
          experimentKey: call[1],
          userId: user,
          attributes: attributes
        )
      case "isFeatureEnabled":
        return client.isFeatureEnabled(featureKey: call[1], userId: user, attributes: attributes)
      case "getEnabledFeatures":
        return client.getEnabledFeatures(userId: user, attributes: attributes)
      case "getAllFeatureVariables":
        return try client.getAllFeatureVariables(
          featureKey: call[1],
          userId: user,
          attributes: attributes
        ).toMap()
      case "track":
        let tags: [String: Any] = ["revenue": 4200, "value": 12.5, "colour": "red"]
        try client.track(eventKey: call[1], userId: user, attributes: attributes, eventTags: tags)
        return nil
      default: return try variable(call[1], call[2], type: call[3])
      }
    }

    private func variable(_ flag: String, _ key: String, type: String) throws -> Any {
      switch type {
      case "integer": try get(client.getFeatureVariableInteger, flag, key)
      case "double": try get(client.getFeatureVariableDouble, flag, key)
      case "boolean": try get(client.getFeatureVariableBoolean, flag, key)
      case "json": try get(client.getFeatureVariableJSON, flag, key).toMap()
      default: try get(client.getFeatureVariableString, flag, key)
      }
    }

    private func get<Value>(
      _ call: (String, String, String, OptimizelyAttributes?) throws -> Value,
      _ flag: String,
      _ key: String
    ) throws -> Value {
      try call(flag, key, user, attributes)
    }
  }

  /// The fields of an event that depend on the call.
  private func facts(_ event: EventForDispatch) throws -> DataValue {
    let visitor = try #require(DataValue(json: event.text)["visitors"]?.items.first)
    let snapshot = try #require(visitor["snapshots"]?.items.first)
    let happened = try #require(snapshot["events"]?.items.first)
    var facts: [String: DataValue] = ["entity": happened["entity_id"] ?? .null]
    facts["key"] = happened["key"]
    for name in ["revenue", "value", "tags"] { facts[name] = happened[name] }
    if let decision = snapshot["decisions"]?.items.first {
      let metadata = decision["metadata"]
      facts["decision"] = .list(
        ["campaign_id", "experiment_id", "variation_id"].map { decision[$0] ?? .null }
          + ["rule_type", "rule_key", "flag_key", "variation_key", "enabled"]
          .map { metadata?[$0] ?? .null }
      )
    }
    return .object(facts)
  }

  /// The fields that are the same in all events of a user.
  private func sender(_ event: EventForDispatch) throws -> DataValue {
    let visitor = try #require(DataValue(json: event.text)["visitors"]?.items.first)
    let attributes = (visitor["attributes"]?.items ?? []).map { attribute in
      DataValue.list(["entity_id", "key", "value"].map { attribute[$0] ?? .null })
    }
    return .object([
      "url": .string(event.address),
      "user": visitor["visitor_id"] ?? .null,
      "attributes": .list(attributes.sorted { "\($0.items[1])" < "\($1.items[1])" }),
    ])
  }
}
