import Foundation

/// The overrides of a workspace as the text of `overrides.json`, made to be read and edited.
enum OverridesFile {
  /// Why a text is not a file of overrides.
  struct Malformed: Error, Equatable {
    let line: Int?
    let reason: String
  }

  /// Reads the text of the file.
  static func read(_ bytes: [UInt8]) throws(Malformed) -> [Feature.Name: Override] {
    let document: Node
    do throws(ConfigurationError) {
      document = try JSONReader.read(bytes)
    } catch {
      throw Malformed(line: error.line, reason: "\(error)")
    }
    guard let members = document["overrides"]?.members else {
      throw Malformed(
        line: document.line,
        reason: "found no \"overrides\", wanted an object of them"
      )
    }
    var overrides: [Feature.Name: Override] = [:]
    for member in members {
      overrides[FeatureName(rawValue: member.key)] = try override(member)
    }
    return overrides
  }

  private static func override(_ entry: Node.Member) throws(Malformed) -> Override {
    guard let members = entry.node.members else {
      throw Malformed(
        line: entry.node.line,
        reason: "\(entry.key): found \(entry.node.kind), wanted an object"
      )
    }
    var override = Override()
    for member in members where !member.node.isNull {
      let node = member.node
      switch member.key {
      case "enabled":
        override.enabled = try value(node.bool, of: member, in: entry, "true or false")
      case "unlocked":
        override.unlocked = try value(node.bool, of: member, in: entry, "true or false")
      case "variation":
        let name = try value(node.string, of: member, in: entry, "a text")
        override.variation = TestVariation(rawValue: name)
      case "lifetime":
        let isKept = node.string == "kept" ? true : node.string == "session" ? false : nil
        let kept = try value(isKept, of: member, in: entry, "\"kept\" or \"session\"")
        if !kept { override.lifetime = .session }
      case "until": override.lifetime = .until(try date(of: member, in: entry))
      case "at": override.date = try date(of: member, in: entry)
      case "by": override.author = try value(node.string, of: member, in: entry, "a text")
      default: break
      }
    }
    return override
  }

  private static func date(of member: Node.Member, in entry: Node.Member) throws(Malformed) -> Date
  {
    // A text that is no date is reported as the wrong kind of value.
    let date = member.node.string.flatMap { try? Date($0, strategy: .iso8601) }
    return try value(date, of: member, in: entry, "a time such as 2026-11-21T10:02:11Z")
  }

  private static func value<Value>(
    _ value: Value?,
    of member: Node.Member,
    in entry: Node.Member,
    _ wanted: String
  ) throws(Malformed) -> Value {
    if let value { return value }
    let found = member.node.string.map { "\"\($0)\"" } ?? member.node.kind
    throw Malformed(
      line: member.node.line,
      reason: "\(entry.key): \"\(member.key)\" is \(found), wanted \(wanted)"
    )
  }

  /// Writes the text of the file, sorted by name so that two versions compare well.
  static func write(_ overrides: [Feature.Name: Override], source: String) -> [UInt8] {
    let entries = overrides.sorted { $0.key.rawValue < $1.key.rawValue }.map { name, override in
      (key: name.rawValue, value: JSONValue.object(members(of: override)))
    }
    let document = JSONValue.object([
      ("version", .number(1)), ("source", .string(source)), ("overrides", .object(entries)),
    ])
    return Array((document.text(isPretty: true) + "\n").utf8)
  }

  private static func members(of override: Override) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = []
    if let enabled = override.enabled { members.append(("enabled", .bool(enabled))) }
    if let variation = override.variation {
      members.append(("variation", .string(variation.rawValue)))
    }
    if let unlocked = override.unlocked { members.append(("unlocked", .bool(unlocked))) }
    switch override.lifetime {
    case .kept: members.append(("lifetime", .string("kept")))
    case .session: members.append(("lifetime", .string("session")))
    case .until(let end): members.append(("until", .string(end.formatted(.iso8601))))
    }
    if let date = override.date { members.append(("at", .string(date.formatted(.iso8601)))) }
    if let author = override.author { members.append(("by", .string(author))) }
    return members
  }
}
