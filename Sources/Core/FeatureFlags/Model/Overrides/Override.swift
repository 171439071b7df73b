package import Documents
package import Files

public import struct FoundationEssentials.Date

/// A tester's override of one feature, which has precedence over the configuration.
///
/// A property that is `nil` or empty does not override its part of the feature.
///
/// ```swift
/// let override = Override(
///   enabled: true,
///   variables: ["title": .string("Hello")],
///   lifetime: .session,
///   author: "ana@build-7"
/// )
/// print(override.isEmpty)  // false
/// ```
public struct Override: Hashable, Sendable {
  /// The forced state of the feature: on or off.
  public var enabled: Bool?
  /// The forced variation of a test.
  public var variation: TestVariation?
  /// The forced state of an unlock flag: unlocked or locked.
  public var unlocked: Bool?
  /// The forced values of variables, by variable name.
  public var variables: [String: VariableValue]
  /// The variations that are forced for single rules of a flag service, by rule key.
  public var rules: [String: TestVariation]
  /// The lifetime of the override; by default the override applies until it is reset.
  public var lifetime: Lifetime
  /// The time at which the override was set; `nil` if it is unknown.
  public var date: Date?
  /// The author of the override, such as `ana@build-7`; `nil` if the author is unknown.
  public var author: String?
  /// The reason for the override, such as the key of a test case; `nil` for none.
  public var note: String?
  /// The process that owns an override with the lifetime `session`, which ends when the process exits.
  ///
  /// An override without an owner (`nil`) applies until it is reset.
  package var session: ProcessIdentity?
  /// Whether the running program made the override for itself, without saving it.
  ///
  /// Such an override does not enable a feature under development in a release build, because the code that
  /// made the override is part of that build. A tester's override does enable the feature.
  var isOfProgram = false

  /// The time for which an override applies.
  public enum Lifetime: Hashable, Sendable {
    /// The override applies until it is reset.
    case kept
    /// The override applies until the program or the shell that set it exits.
    case session
    /// The override expires at the given time.
    case until(Date)
    /// The override expires this long after it is set; a stored override has this lifetime in presets only.
    case lasting(Duration)
  }

  /// The maximum length of a note that a user types, in characters.
  package static let longestNote = 200

  /// Creates an override that applies until it is reset, unless `lifetime` limits it; without
  /// arguments it has no effect.
  public init(
    enabled: Bool? = nil,
    variation: TestVariation? = nil,
    unlocked: Bool? = nil,
    variables: [String: VariableValue] = [:],
    rules: [String: TestVariation] = [:],
    lifetime: Lifetime = .kept,
    date: Date? = nil,
    author: String? = nil,
    note: String? = nil
  ) {
    self.enabled = enabled
    self.variation = variation
    self.unlocked = unlocked
    self.variables = variables
    self.rules = rules
    self.lifetime = lifetime
    self.date = date
    self.author = author
    self.note = note
  }

  /// Whether the override forces no part of the feature, so that it has no effect.
  public var isEmpty: Bool {
    enabled == nil && variation == nil && unlocked == nil && variables.isEmpty && rules.isEmpty
  }

  /// Whether the override forces only variations of single rules, so that it affects only users whom
  /// these rules select.
  package var isOfRules: Bool {
    !rules.isEmpty && enabled == nil && variation == nil && unlocked == nil && variables.isEmpty
  }

  /// Whether the override has expired at the given time, or the owner of a session override has
  /// exited.
  public func isExpired(at now: Date) -> Bool {
    switch lifetime {
    case .kept, .lasting: false
    case .session: session.map { !$0.isRunning } ?? false
    case .until(let end): now >= end
    }
  }

  /// The time at which the override expires; `nil` for never.
  package var end: Date? {
    if case .until(let end) = lifetime { end } else { nil }
  }
}

extension Override {
  /// The override with the precision of files: its date in whole seconds, and its expiry in tenths of a
  /// second.
  package var inStoredPrecision: Override {
    var override = self
    override.date = date?.inWholeSeconds
    override.lifetime = lifetime.inTenths
    return override
  }
}

extension Override.Lifetime {
  /// Returns the lifetime of an override that is set at the given time: a duration becomes an expiry.
  ///
  /// The whole seconds from the stored date of the override to the expiry equal the duration, so that a
  /// preset can store the duration again.
  package func starting(at date: Date) -> Override.Lifetime {
    guard case .lasting(let length) = self else { return self }
    return .until(date.startOfTenth.addingTimeInterval(length / .seconds(1)).inTenths)
  }

  /// The lifetime with its expiry, if any, rounded to a tenth of a second.
  var inTenths: Override.Lifetime {
    if case .until(let end) = self { .until(end.inTenths) } else { self }
  }
}

extension [OverrideKey: Override] {
  /// Returns the overrides that have not expired at the given time.
  func unexpired(at now: Date) -> Self { filter { !$0.value.isExpired(at: now) } }
}

extension [OverrideKey: Override] {
  /// Replaces some overrides; `nil` resets an override.
  package mutating func apply(_ changes: [OverrideKey: Override?]) {
    for (key, override) in changes { self[key] = override }
  }
}

extension Override {
  /// The names of all fields of a stored override: its scope, and those that ``init(_:)`` decodes.
  package static let fields = [
    "scope", "enabled", "variation", "unlocked", "variables", "rules", "lifetime", "until",
    "session", "at",
    "by", "note",
  ]

  /// Decodes one override of an overrides file; unknown fields are ignored.
  ///
  /// - Throws: An error for the first problem, with its line and field.
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

  /// The field for the number of seconds for which an override applies after its preset is applied.
  package static let lengthField = "forSeconds"
  /// The longest time for which an override of a preset can apply, in seconds: 100,000 days.
  package static let longestLength = 100_000 * 86_400

  /// Decodes one override of a preset: an object as in an overrides file, or a short form: a Boolean for
  /// the state of the feature, a string for its variation, or a number for its value.
  ///
  /// - Throws: An error for the first problem, with its line and field.
  package static func ofPreset(_ node: Node) throws(DocumentError) -> Override {
    if let isEnabled = node.bool { return Override(enabled: isEnabled) }
    if let name = node.string { return Override(variation: TestVariation(name: name)) }
    if node.number != nil {
      let value = try VariableValue(reading: node)
      return Override(variables: [FlagDefinition.valueVariable: value])
    }
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
    throw node.mismatch(expected: "true, false, the name of a variation, a number, or an object")
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

  /// The members of the override as it is stored in a file.
  package var storedMembers: [(key: String, value: JSONValue)] { members + signature }

  /// The override as it is stored in a file.
  package var storedJSON: JSONValue { .object(storedMembers) }

  private static func object<Value>(
    _ values: [String: Value],
    _ json: (Value) -> JSONValue
  ) -> JSONValue {
    .object(values.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
  }
}
