public import struct FoundationEssentials.Date

/// A tester's decision that stands above the configuration.
///
/// Each part is `nil`, or empty, where the feature follows its source.
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
  /// How long the override stands.
  public var lifetime: Lifetime
  /// When it was made.
  public var date: Date?
  /// Who made it, such as `ana@build-7`.
  public var author: String?

  /// How long an override stands.
  public enum Lifetime: Hashable, Sendable {
    /// Until it is reset.
    case kept
    /// Until the program that made it ends.
    case session
    /// Until a moment in time.
    case until(Date)
  }

  /// Makes an override; one without any part changes nothing.
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

  /// Whether nothing is forced, so that the feature follows its source in everything.
  public var isEmpty: Bool {
    enabled == nil && variation == nil && unlocked == nil && variables.isEmpty && rules.isEmpty
  }

  /// Whether the override's time has run out.
  public func isExpired(at now: Date) -> Bool { end.map { now >= $0 } ?? false }

  /// When the override ends by itself; `nil` if it does not.
  var end: Date? {
    if case .until(let end) = lifetime { end } else { nil }
  }
}

extension [Feature.Name: Override] {
  /// The overrides whose time has not run out.
  func standing(at now: Date) -> Self { filter { !$0.value.isExpired(at: now) } }
}
