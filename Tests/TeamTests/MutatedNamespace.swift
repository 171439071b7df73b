import Documents
import FeatureFlags
import TestSupport
import Workbench

import struct FoundationEssentials.Date

@testable import Team

/// Valid keys, values and responses of a namespace, and mutations of their bytes.
enum MutatedNamespace {
  static let layout = NamespaceLayout(namespace: "qa")
  /// The features whose overrides are in the namespace.
  static let names: [OverrideKey] = ["A", "New Cart/ä", "Layout"]
  private static let date = Date(timeIntervalSince1970: 1_800_000_000)

  /// An override with all parts.
  static let override = Override(
    enabled: true,
    variation: "Blue",
    unlocked: false,
    variables: ["title": .string("Hello \"ä\""), "size": .double(3.5)],
    rules: ["rule": "Red"],
    lifetime: .until(date.addingTimeInterval(60)),
    date: date,
    author: "ana@build-7"
  )

  static let member = TeamMember(
    id: "0123456789abcdef",
    author: "ana@build-7",
    program: "halyard dashboard",
    feature: "New Cart/ä",
    start: date
  )

  static let lock = FeatureLock(
    key: "Layout",
    author: "ana@build-7",
    reason: "release",
    start: date,
    end: date.addingTimeInterval(60)
  )

  static let operation = OverrideOperation(
    id: "fedcba9876543210",
    OverrideOperation.Signature(date: date, author: "ana@build-7", program: "halyard enable"),
    .change,
    [OverrideOperation.Change("A", from: nil, to: override)]
  )

  /// The valid values of all kinds.
  static var values: [[UInt8]] {
    [
      TeamOverride.write(override), TeamOverride.write(Override(enabled: false)), member.bytes,
      Array(JSONValue.object(operation.members).text().utf8), lock.bytes,
    ]
  }

  /// The valid keys of all kinds.
  static var keys: [[UInt8]] {
    names.map { layout.bytes(of: .override($0)) }
      + [
        layout.bytes(of: .member(member.id)), layout.bytes(of: .history(operation.id)),
        layout.bytes(of: .lock(lock.key)),
      ]
  }
}

// MARK: Responses

extension MutatedNamespace {
  /// A key with its value, as an element of a response.
  static func item(_ key: [UInt8], _ value: [UInt8], at revision: Int64) -> JSONValue {
    .object([
      ("key", .base64(key)), ("mod_revision", .revision(revision)), ("value", .base64(value)),
      ("lease", .revision(7)),
    ])
  }

  /// The response of a range with the given keys.
  static func range(_ items: [JSONValue], at revision: Int64) -> JSONValue {
    .object([
      ("header", .object([("revision", .revision(revision))])), ("kvs", .list(items)),
      ("count", .revision(Int64(items.count))),
    ])
  }

  /// The response of a transaction that has failed, and has read the given keys.
  static func transaction(_ items: [JSONValue], at revision: Int64) -> JSONValue {
    .object([
      ("header", .object([("revision", .revision(revision))])),
      ("responses", .list([.object([("response_range", range(items, at: revision))])])),
    ])
  }

  /// A message of a watch with the given keys; those without a value are deleted.
  static func message(_ items: [JSONValue], at revision: Int64) -> JSONValue {
    let events = items.map { JSONValue.object([("kv", $0)]) }
    let result: [(key: String, value: JSONValue)] = [
      ("header", .object([("revision", .revision(revision))])), ("events", .list(events)),
    ]
    return .object([("result", .object(result))])
  }

  /// A message of a watch that reports the deletion of a key.
  static func deletion(_ key: [UInt8], at revision: Int64) -> JSONValue {
    let item = JSONValue.object([("key", .base64(key)), ("mod_revision", .revision(revision))])
    let event = JSONValue.object([("type", .string("DELETE")), ("kv", item)])
    let result: [(key: String, value: JSONValue)] = [
      ("header", .object([("revision", .revision(revision))])), ("events", .list([event])),
    ]
    return .object([("result", .object(result))])
  }

  /// The overrides of all features, a member and a lock, as elements of a response.
  static func items(at revision: Int64) -> [JSONValue] {
    names.map { item(layout.bytes(of: .override($0)), TeamOverride.write(override), at: revision) }
      + [
        item(layout.bytes(of: .member(member.id)), member.bytes, at: revision),
        item(layout.bytes(of: .lock(lock.key)), lock.bytes, at: revision),
      ]
  }
}

// MARK: Mutations

extension MutatedNamespace {
  private static let tokens = [
    "null", "true", "\"\"", "\"9223372036854775807\"", "\"-9223372036854775808\"", "1e999", "[]",
    "{}", "9223372036854775807", "\"DELETE\"", "\"/w==\"",
  ]

  /// Mutates bytes at random; equal generators return equal mutations.
  ///
  /// - Parameters:
  ///   - bytes: The original bytes.
  ///   - others: The texts of which a part can replace the rest of the bytes.
  ///   - random: The random number generator.
  /// - Returns: The bytes with one to three changes: flipped, deleted, inserted, truncated, duplicated
  ///   or spliced bytes, or values of JSON that are replaced.
  static func mutation(
    of bytes: [UInt8],
    _ others: [[UInt8]],
    using random: inout SeededGenerator
  ) -> [UInt8] {
    if Int.random(in: 0..<3, using: &random) == 0 {
      return mutated(bytes, tokens: tokens, using: &random)
    }
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<3, using: &random) where !bytes.isEmpty {
      let position = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(position + Int.random(in: 1...40, using: &random), bytes.count)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes.removeSubrange(position..<end)
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: position)
      case 3: bytes.removeSubrange(position...)
      case 4: bytes.insert(contentsOf: bytes[position..<end], at: position)
      default:
        guard let other = others.randomElement(using: &random) else { continue }
        let start = Int.random(in: 0...other.count, using: &random)
        bytes.replaceSubrange(position..., with: other[start...])
      }
    }
    return bytes
  }
}
