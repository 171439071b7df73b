import Dashboard
import Documents
import FeatureFlags
import Team
import Text
import Workbench

import struct FoundationEssentials.Date

/// The state of a team: its connection, and the numbers of its overrides, members and locks.
struct TeamStatusReport {
  let activity: TeamActivity
  private let address: TeamAddress
  private let overrideCount: Int

  /// Reads the state from etcd; while etcd cannot be reached, from the local copy of the overrides.
  ///
  /// - Throws: `store` for an error of etcd, if this machine has no copy of the overrides.
  init(_ team: EtcdOverrideStorage) async throws(Failure) {
    let check = try await mapError(awaiting: await team.check(), to: Failure.notRead)
    (activity, overrideCount) = (check.activity, check.overrideCount)
    address = team.address
  }

  /// The state as text: one line with a label and a value for each property.
  var text: String {
    let clock = WallClock.system(at: Date())
    let locks = activity.locks.values.sorted { $0.key < $1.key }
    var rows = [
      ["Team", "\(address)"], ["Connection", connection(clock)],
      ["Permission", permission],
      ["Overrides", String(overrideCount)],
      ["Members", activity.isOnline ? String(activity.members.count) : "unknown"],
      [
        "Pending",
        activity.pending.isEmpty ? "none" : Number.count(activity.pending.count, "feature"),
      ],
    ]
    rows += listRows("Locks", locks.map { "\($0.key): \($0.text(clock))" })
    rows += listRows("Ignored", activity.defects.map(\.description))
    return Table(rows: rows).text
  }

  private var permission: String {
    guard activity.isOnline else { return "unknown" }
    return activity.isReadOnly ? "reading only" : "reading and writing"
  }

  /// The rows of a list that only the cluster knows, one per value; `unknown` while it cannot be reached.
  private func listRows(_ label: String, _ values: [String]) -> [[String]] {
    guard activity.isOnline else { return [[label, "unknown"]] }
    return values.isEmpty
      ? [[label, "none"]] : values.enumerated().map { [$0.offset == 0 ? label : "", $0.element] }
  }

  private func connection(_ clock: WallClock) -> String {
    switch activity.status {
    case .connecting: "connecting"
    case .online(let latency): "online" + (latency.map { ", \($0.elapsedText)" } ?? "")
    case .offline(_, let reason): "offline: \(reason)"
    }
  }

  /// The state as a JSON object, with null for what only the cluster knows while it cannot be
  /// reached.
  var json: String {
    let locks = activity.locks.values.sorted { $0.key < $1.key }
    let object = JSONValue.object([
      ("team", .string("\(address)")), ("online", .bool(activity.isOnline)),
      ("readOnly", known(.bool(activity.isReadOnly))),
      ("overrides", .number(Double(overrideCount))),
      ("members", known(.number(Double(activity.members.count)))),
      ("pending", .list(activity.pending.map(\.rawValue).sorted().map { .string($0) })),
      ("locks", known(.list(locks.map { .object(Self.members(of: $0)) }))),
      ("skipped", known(.list(activity.defects.map { .string($0.description) }))),
    ])
    return object.text(isPretty: true) + "\n"
  }

  private func known(_ value: JSONValue) -> JSONValue { activity.isOnline ? value : .null }

  static func members(of lock: FeatureLock) -> [(key: String, value: JSONValue)] {
    [
      ("feature", .string(lock.key.feature.rawValue)),
      ("scope", lock.key.scope.json ?? .null), ("person", .text(lock.author)),
      ("reason", .string(lock.reason)), ("start", .string(lock.start.formatted(.iso8601))),
      ("end", .string(lock.end.formatted(.iso8601))),
    ]
  }
}
