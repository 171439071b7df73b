public import struct FoundationEssentials.Date

/// A tester's override of one feature, which has precedence over the configuration.
///
/// A part that is `nil` or empty is not overridden.
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
  /// The forced state.
  public var enabled: Bool?
  /// The forced variation of a test.
  public var variation: TestVariation?
  /// The forced lock of an unlock flag.
  public var unlocked: Bool?
  /// The forced values of variables, by name.
  public var variables: [String: VariableValue]
  /// The variations forced upon single rules of a flag service, by the key of the rule.
  public var rules: [String: TestVariation]
  /// The lifetime of the override.
  public var lifetime: Lifetime
  /// The time at which the override was set; `nil` where it is unknown.
  public var date: Date?
  /// The author of the override, such as `ana@build-7`; `nil` where it is unknown.
  public var author: String?

  /// The lifetime of an override.
  public enum Lifetime: Hashable, Sendable {
    /// The override applies until it is reset.
    case kept
    /// The override applies until the program that set it exits.
    case session
    /// The override expires at a point in time.
    case until(Date)
  }

  /// Creates an override; an empty one has no effect.
  public init(
    enabled: Bool? = nil,
    variation: TestVariation? = nil,
    unlocked: Bool? = nil,
    variables: [String: VariableValue] = [:],
    rules: [String: TestVariation] = [:],
    lifetime: Lifetime = .kept,
    date: Date? = nil,
    author: String? = nil
  ) {
    self.enabled = enabled
    self.variation = variation
    self.unlocked = unlocked
    self.variables = variables
    self.rules = rules
    self.lifetime = lifetime
    self.date = date
    self.author = author
  }

  /// Whether no part is overridden.
  public var isEmpty: Bool {
    enabled == nil && variation == nil && unlocked == nil && variables.isEmpty && rules.isEmpty
  }

  /// Whether the override has expired.
  public func isExpired(at now: Date) -> Bool { end.map { now >= $0 } ?? false }

  /// The time at which the override expires; `nil` for never.
  var end: Date? {
    if case .until(let end) = lifetime { end } else { nil }
  }
}

extension [Feature.Name: Override] {
  /// The overrides that have not expired.
  func unexpired(at now: Date) -> Self { filter { !$0.value.isExpired(at: now) } }
}
