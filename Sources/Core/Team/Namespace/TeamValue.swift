import Documents
import FeatureFlags
import Workbench

import struct FoundationEssentials.Date

/// Encodes and decodes the values in a namespace, which are JSON objects.
enum TeamValue {
  /// Parses the value of a key.
  ///
  /// - Throws: `limit` for a value that exceeds the size limit, or the syntax error.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> Node {
    guard bytes.count <= InputLimit.teamValueBytes.maximum else {
      throw .limit(.teamValueBytes, found: bytes.count, line: nil)
    }
    return try JSONReader.read(bytes)
  }

  /// Encodes an object, without the members whose value is `nil`.
  static func write(_ members: [(key: String, value: JSONValue?)]) -> [UInt8] {
    let present = members.compactMap { member in member.value.map { (key: member.key, value: $0) } }
    return Array(JSONValue.object(present).text().utf8)
  }

  /// Encodes an object.
  static func write(_ members: [(key: String, value: JSONValue)]) -> [UInt8] {
    Array(JSONValue.object(members).text().utf8)
  }
}

/// The encoding of an override in etcd: the same JSON object as in an overrides file, but without the
/// process that owns a session override.
enum TeamOverride {
  /// Decodes a value.
  ///
  /// - Throws: The first defect, with its line and field.
  static func read(_ bytes: [UInt8]) throws(DocumentError) -> Override {
    normalized(try Override(TeamValue.read(bytes)))
  }

  /// Encodes an override.
  static func write(_ override: Override) -> [UInt8] {
    Array(normalized(override).storedJSON.text().utf8)
  }

  /// Returns an override as other programs read it from etcd.
  ///
  /// Times have the stored precision. The process that owns a session override is removed, because its
  /// identifier is valid on one machine only.
  static func normalized(_ override: Override) -> Override {
    var override = override.inStoredPrecision
    override.session = nil
    return override
  }
}

extension FeatureLock {
  /// Decodes the value of a lock's key.
  ///
  /// - Throws: The first defect, with its line and field.
  init(_ key: OverrideKey, _ bytes: [UInt8]) throws(DocumentError) {
    let fields = try FieldReader(TeamValue.read(bytes))
    self.init(
      key: key,
      author: try fields.optionalText("by"),
      reason: try fields.optionalText("reason") ?? "",
      start: try fields.value("at", expected: Date.example, read: Date.init),
      end: try fields.value("until", expected: Date.example, read: Date.init)
    )
  }

  /// The value of the lock's key.
  var bytes: [UInt8] {
    TeamValue.write([
      ("by", author.map(JSONValue.string)),
      ("reason", reason.isEmpty ? nil : .string(reason)),
      ("at", .string(start.formatted(.iso8601))),
      ("until", .string(end.formatted(.iso8601))),
    ])
  }
}

extension TeamMember {
  /// Decodes the value of a member's key.
  ///
  /// - Throws: The first defect, with its line and field.
  init(id: String, _ bytes: [UInt8]) throws(DocumentError) {
    let fields = try FieldReader(TeamValue.read(bytes))
    self.init(
      id: id,
      author: try fields.optionalText("by"),
      program: try fields.optionalText("program"),
      feature: try fields.optionalText("feature").map(Feature.Name.init(rawValue:)),
      start: try fields.value("at", expected: Date.example, read: Date.init)
    )
  }

  /// The value of the member's key.
  var bytes: [UInt8] {
    TeamValue.write([
      ("by", author.map(JSONValue.string)),
      ("program", program.map(JSONValue.string)),
      ("feature", feature.map { .string($0.rawValue) }),
      ("at", .string(start.formatted(.iso8601))),
    ])
  }
}
