import FoundationEssentials

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
    if let version = document["version"], version.number != 1 {
      throw Malformed(
        line: version.line,
        reason:
          "found \(version.number.map { "version \(JSONValue.number($0).text())" } ?? version.kind), "
          + "wanted version 1"
      )
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
      try take(Field(owner: entry.key, name: member.key, node: member.node), into: &override)
    }
    return override
  }

  private static func take(_ field: Field, into override: inout Override) throws(Malformed) {
    switch field.name {
    case "enabled": override.enabled = try field.flag()
    case "unlocked": override.unlocked = try field.flag()
    case "variation": override.variation = TestVariation(rawValue: try field.text())
    case "variables": override.variables = try field.variables()
    case "rules": override.rules = try field.rules()
    case "lifetime": override.lifetime = try field.isKept() ? override.lifetime : .session
    case "until": override.lifetime = .until(try field.date())
    case "at": override.date = try field.date()
    case "by": override.author = try field.text()
    default: break
    }
  }

  /// One field of an override while it is read.
  private struct Field {
    let owner: String
    let name: String
    let node: Node

    func flag() throws(Malformed) -> Bool {
      try wanted(node.bool, "true or false")
    }

    func text() throws(Malformed) -> String {
      try wanted(node.string, "a text")
    }

    func variables() throws(Malformed) -> [String: VariableValue] {
      var variables: [String: VariableValue] = [:]
      for member in try wanted(node.members, "an object of values") {
        let field = Field(owner: owner, name: member.key, node: member.node)
        variables[member.key] = try field.wanted(VariableValue(member.node), "a value of JSON")
      }
      return variables
    }

    func rules() throws(Malformed) -> [String: TestVariation] {
      var rules: [String: TestVariation] = [:]
      for member in try wanted(node.members, "an object of variations") {
        let field = Field(owner: owner, name: member.key, node: member.node)
        rules[member.key] = TestVariation(rawValue: try field.text())
      }
      return rules
    }

    func isKept() throws(Malformed) -> Bool {
      let isKept: Bool? =
        switch node.string {
        case "kept": true
        case "session": false
        default: nil
        }
      return try wanted(isKept, "\"kept\" or \"session\"")
    }

    func date() throws(Malformed) -> Date {
      // A text that is no date is reported as the wrong kind of value.
      let date = node.string.flatMap { try? Date($0, strategy: .iso8601) }
      return try wanted(date, "a time such as 2026-11-21T10:02:11Z")
    }

    private func wanted<Value>(_ value: Value?, _ words: String) throws(Malformed) -> Value {
      if let value { return value }
      let found = node.string.map { "\"\($0)\"" } ?? node.kind
      throw Malformed(
        line: node.line,
        reason: "\(owner): \"\(name)\" is \(found), wanted \(words)"
      )
    }
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
    if !override.variables.isEmpty {
      let variables = override.variables.sorted { $0.key < $1.key }.map { name, value in
        (key: name, value: value.json)
      }
      members.append(("variables", .object(variables)))
    }
    if !override.rules.isEmpty {
      let rules = override.rules.sorted { $0.key < $1.key }.map { rule, variation in
        (key: rule, value: JSONValue.string(variation.rawValue))
      }
      members.append(("rules", .object(rules)))
    }
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
