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
  /// The process whose end also ends an override with the lifetime `session`; `nil` for an override
  /// without an owner, which applies until it is reset.
  package var session: ProcessIdentity?
  /// Whether the program made the override for its own run, without saving it.
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

  /// Whether the override forces variations for single rules only, so that it holds for the users whom such a
  /// rule selects.
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
  /// The lifetime of an override that is set at the given time: a duration becomes an expiry, and the whole
  /// seconds between the date of the override and the expiry are the duration, which presets store.
  package func starting(at date: Date) -> Override.Lifetime {
    guard case .lasting(let length) = self else { return self }
    return .until(date.startOfTenth.addingTimeInterval(length / .seconds(1)).inTenths)
  }

  /// The lifetime with its expiry, if any, rounded to a tenth of a second.
  var inTenths: Override.Lifetime {
    if case .until(let end) = self { .until(end.inTenths) } else { self }
  }
}

extension [Feature.Name: Override] {
  /// Returns the overrides that have not expired at the given time.
  func unexpired(at now: Date) -> Self { filter { !$0.value.isExpired(at: now) } }
}

extension [Feature.Name: Override] {
  /// Replaces the overrides of some features; `nil` resets a feature.
  package mutating func apply(_ changes: [Feature.Name: Override?]) {
    for (name, override) in changes { self[name] = override }
  }
}
