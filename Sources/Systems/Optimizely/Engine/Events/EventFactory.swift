import Documents
import FeatureFlags
import Networking

import struct FoundationEssentials.Date

/// The timestamp of new events, and the function that creates their ids.
package struct EventStamps {
  /// The time of the events, in milliseconds since 1970.
  let time: Int64
  let makeID: @Sendable () -> String

  package init(_ settings: OptimizelySdkSettings) {
    time = Int64(saturating: settings.now().timeIntervalSince1970 * 1_000)
    makeID = settings.makeID
  }
}

/// Creates the events of a project in the format of the event service.
package struct EventFactory: Sendable {
  /// The URL to which the events are sent; `nil` means the event service of the region.
  private let url: String?
  private let region: Region
  private let head: String
  private let attributeIDs: [String: String]
  private let eventIDs: [String: String]
  /// The layer ids by rule id; events call a layer a campaign.
  private let layers: [String: String]
  private let filtersBots: Bool?

  package init(_ datafile: Datafile, _ settings: OptimizelySdkSettings) {
    url = settings.eventsURL
    region = datafile.region
    head = Self.head(datafile, settings)
    attributeIDs = Dictionary(datafile.attributes.map { ($0.key, $0.id) }) { $1 }
    eventIDs = Dictionary(datafile.events.map { ($0.key, $0.id) }) { $1 }
    let rules = datafile.allExperiments + datafile.rollouts.flatMap(\.rules)
    layers = Dictionary(rules.map { ($0.id, $0.layerID) }) { $1 }
    filtersBots = datafile.filtersBots
  }

  /// Returns the text of a request body that precedes the first visitor.
  private static func head(_ datafile: Datafile, _ settings: OptimizelySdkSettings) -> String {
    let fields = JSONValue.object([
      ("account_id", .string(datafile.accountID)),
      ("project_id", .string(datafile.projectID)),
      ("revision", .string(datafile.revision)),
      ("client_name", .string(settings.clientName)),
      ("client_version", .string(settings.clientVersion)),
      ("anonymize_ip", .bool(datafile.anonymizesAddress)),
      ("enrich_decisions", .bool(true)),
      ("region", .string(datafile.region.rawValue)),
    ])
    return fields.text().dropLast() + ",\"visitors\":["
  }

  /// Creates an impression: the event for the assignment of a variation to a user.
  ///
  /// - Parameters:
  ///   - decision: The decision with the variation.
  ///   - user: The user of the decision.
  ///   - ruleType: The type of the rule; `nil` means the decision source, such as `rollout`.
  ///   - stamps: The source of the event's time and ids.
  /// - Returns: The event, ready to be sent.
  package func impression(
    _ decision: FlagDecision,
    of user: UserContext,
    ruleType: String? = nil,
    _ stamps: EventStamps
  ) -> EventForDispatch {
    let rule = decision.ruleID ?? ""
    let campaign = layers[rule].flatMap { $0.isEmpty ? nil : $0 } ?? rule
    let isNumber = decision.variationID.map { id in
      !id.isEmpty && id.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    let made = JSONValue.object([
      ("campaign_id", .string(campaign)),
      ("experiment_id", .string(rule)),
      ("variation_id", .text(isNumber == true ? decision.variationID : nil)),
      (
        "metadata",
        .object(
          [
            ("rule_type", .text(ruleType ?? decision.source?.rawValue)),
            ("rule_key", .string(decision.rule ?? "")),
            ("flag_key", .string(decision.flag)),
            ("variation_key", .string(decision.variation ?? "")),
            ("enabled", .bool(decision.isEnabled)),
          ] + (decision.prediction?.id.map { [("cmab_uuid", .string($0))] } ?? [])
        )
      ),
    ])
    let happened = happened(campaign, "campaign_activated", stamps)
    return event(
      user,
      [("decisions", .list([made])), ("events", .list([.object(happened)]))]
    )
  }

  /// Creates a conversion: the event for an action of a user; `nil` if the project does not declare
  /// the event.
  ///
  /// Tags that are null or not finite are left out, because the server drops an event with such a tag.
  package func conversion(
    _ key: String,
    of user: UserContext,
    tags: [String: DataValue],
    _ stamps: EventStamps
  ) -> EventForDispatch? {
    guard let id = eventIDs[key] else { return nil }
    var happened = happened(id, key, stamps)
    let tags = tags.compactMapValues(\.sendable)
    if !tags.isEmpty { happened.append(("tags", DataValue.object(tags).json)) }
    if case .number(let revenue) = tags["revenue"],
      let whole = Int64(exactly: revenue.rounded(.towardZero))
    {
      happened.append(("revenue", .number(Double(whole))))
    }
    if case .number(let value) = tags["value"] { happened.append(("value", .number(value))) }
    return event(user, [("events", .list([.object(happened)]))])
  }

  private func happened(
    _ entity: String,
    _ key: String,
    _ stamps: EventStamps
  ) -> [(key: String, value: JSONValue)] {
    [
      ("entity_id", .string(entity)), ("key", .string(key)),
      ("timestamp", .number(Double(stamps.time))), ("uuid", .string(stamps.makeID())),
    ]
  }

  private func event(
    _ user: UserContext,
    _ snapshot: [(key: String, value: JSONValue)]
  ) -> EventForDispatch {
    let visitor = JSONValue.object([
      ("visitor_id", .string(user.id)),
      ("attributes", .list(attributes(of: user))),
      ("snapshots", .list([.object(snapshot)])),
    ])
    let address = url ?? EventForDispatch.address(of: region)
    return EventForDispatch(address: address, head: head, visitor: visitor.text())
  }

  /// Returns the attributes of a user that events contain: declared and reserved attributes.
  private func attributes(of user: UserContext) -> [JSONValue] {
    var list: [JSONValue] = []
    for (key, value) in user.attributes.sorted(by: { $0.key < $1.key }) where value.isPlain {
      guard let id = attributeIDs[key] ?? (key.hasPrefix("$opt_") ? key : nil) else { continue }
      list.append(Self.attribute(id, key, value.json))
    }
    if let filtersBots {
      list.append(Self.attribute("$opt_bot_filtering", "$opt_bot_filtering", .bool(filtersBots)))
    }
    return list
  }

  private static func attribute(_ id: String, _ key: String, _ value: JSONValue) -> JSONValue {
    .object([
      ("entity_id", .string(id)), ("key", .string(key)), ("type", .string("custom")),
      ("value", value),
    ])
  }
}

extension DataValue {
  /// Whether the event service accepts the value as an attribute: a string, a Boolean, or a number with
  /// a magnitude of at most 2^53.
  fileprivate var isPlain: Bool {
    switch self {
    case .string, .bool: true
    case .number(let number): number.magnitude <= 9_007_199_254_740_992
    case .null, .list, .object: false
    }
  }

  /// The value without nulls and numbers that are not finite, which events cannot contain; `nil` if the
  /// value itself is null or not finite.
  fileprivate var sendable: DataValue? {
    switch self {
    case .null: Optional.none
    case .number(let number): number.isFinite ? self : Optional.none
    case .string, .bool: self
    case .list(let values): .list(values.compactMap(\.sendable))
    case .object(let members): .object(members.compactMapValues(\.sendable))
    }
  }
}
