package import Documents
import Files

import struct FoundationEssentials.Date

extension Override {
  /// The names of all fields that ``init(_:)`` decodes.
  package static let fields = [
    "enabled", "variation", "unlocked", "variables", "rules", "lifetime", "until", "session", "at",
    "by", "note",
  ]

  /// Decodes one override of an overrides file; unknown fields are ignored.
  ///
  /// - Throws: An error for the first defect, with its line and field.
  package init(_ node: Node) throws(DocumentError) {
    let fields = try FieldReader(node)
    let isSession = try fields.optionalChoice("lifetime", of: EndlessLifetime.self) == .session
    let end = try fields.optional("until", read: Date.init)
    self.init(
      enabled: try fields.optionalFlag("enabled"),
      variation: try fields.optionalText("variation").map { TestVariation(name: $0) },
      unlocked: try fields.optionalFlag("unlocked"),
      variables: try fields.optionalValues("variables", of: VariableValue.init(reading:)) ?? [:],
      rules: try fields.optionalValues("rules", of: Self.rule) ?? [:],
      lifetime: end.map(Lifetime.until) ?? (isSession ? .session : .kept),
      date: try fields.optional("at", read: Date.init),
      author: try fields.optionalText("by"),
      note: try fields.optionalText("note")
    )
    session = try fields.optional("session", read: Self.process)
  }

  /// The field of a preset for the seconds for which an override applies after the preset was applied.
  package static let lengthField = "forSeconds"
  /// The longest time for which an override of a preset can apply, in seconds: 100,000 days.
  package static let longestLength = 100_000 * 86_400

  /// Decodes one override of a preset: an object as in an overrides file, or in short a Boolean for the state
  /// of the feature or a text for its variation.
  ///
  /// - Throws: An error for the first defect, with its line and field.
  package static func ofPreset(_ node: Node) throws(DocumentError) -> Override {
    if let isEnabled = node.bool { return Override(enabled: isEnabled) }
    if let name = node.string { return Override(variation: TestVariation(name: name)) }
    if node.members != nil {
      var override = try Override(node)
      let fields = try FieldReader(node)
      guard let length = fields.value(lengthField) else { return override }
      let seconds = try fields.wholeNumber(lengthField)
      guard (1...longestLength).contains(seconds) else {
        throw length.mismatch(expected: "1 to \(longestLength) seconds").inside(lengthField)
      }
      override.lifetime = .lasting(.seconds(seconds))
      return override
    }
    throw node.mismatch(expected: "true, false, the name of a variation, or an object")
  }

  private static func process(_ node: Node) throws(DocumentError) -> ProcessIdentity {
    let fields = try FieldReader(node)
    let (id, start) = (try fields.wholeNumber("process"), try fields.wholeNumber("start"))
    guard let id = Int32(exactly: id), let start = UInt64(exactly: start) else {
      throw node.mismatch(expected: "the id and the start time of a process")
    }
    return ProcessIdentity(id: id, start: start)
  }

  private static func rule(_ node: Node) throws(DocumentError) -> TestVariation {
    guard let variation = node.string else { throw node.mismatch(expected: "a variation") }
    return TestVariation(name: variation)
  }

  /// A lifetime without an expiry, as an overrides file spells it.
  private enum EndlessLifetime: String, CaseIterable {
    case kept, session
  }
}

extension Override {
  /// The forced values, the lifetime and the note, as members of the JSON object that files and command
  /// output share.
  package var members: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = []
    if let enabled { members.append(("enabled", .bool(enabled))) }
    if let variation { members.append(("variation", .string(variation.rawValue))) }
    if let unlocked { members.append(("unlocked", .bool(unlocked))) }
    if !variables.isEmpty { members.append(("variables", Self.object(variables, \.json))) }
    if !rules.isEmpty {
      members.append(("rules", Self.object(rules) { .string($0.rawValue) }))
    }
    switch lifetime {
    case .kept: members.append(("lifetime", .string("kept")))
    case .session: members.append(("lifetime", .string("session")))
    case .until(let end): members.append(("until", .string(end.storedText)))
    case .lasting(let length):
      members.append((Self.lengthField, .integer(Int(length.components.seconds))))
    }
    if let note { members.append(("note", .string(note))) }
    return members
  }

  /// The owner of a session override, the date and the author, as members of the JSON object.
  var signature: [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = []
    if let session {
      let owner: [(key: String, value: JSONValue)] = [
        ("process", .number(Double(session.id))), ("start", .number(Double(session.start))),
      ]
      members.append(("session", .object(owner)))
    }
    if let date { members.append(("at", .string(date.formatted(.iso8601)))) }
    if let author { members.append(("by", .string(author))) }
    return members
  }

  /// The override as it is stored in a file.
  package var storedJSON: JSONValue { .object(members + signature) }

  private static func object<Value>(
    _ values: [String: Value],
    _ json: (Value) -> JSONValue
  ) -> JSONValue {
    .object(values.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
  }
}
