import struct FoundationEssentials.Date

/// An override with the users for whom it holds.
///
/// An immutable class, because each evaluation of an overridden feature passes it on: a copy of an
/// ``Override`` copies ten references.
public final class ScopedOverride: Hashable, Sendable {
  /// The users for whom the override holds.
  public let scope: OverrideScope
  /// The override.
  public let override: Override

  init(_ override: Override, for scope: OverrideScope) {
    (self.scope, self.override) = (scope, override)
  }

  /// Compares the scopes and the overrides.
  public static func == (one: ScopedOverride, other: ScopedOverride) -> Bool {
    one === other || one.scope == other.scope && one.override == other.override
  }

  /// Hashes the scope and the override.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(scope)
    hasher.combine(override)
  }
}

/// All overrides of one feature, by the users for whom they hold.
///
/// An immutable class, because each evaluation of a feature passes it on.
public final class FeatureOverrides: Hashable, Sendable {
  /// The overrides in descending precedence: for keys of users, for keys of other kinds, for attributes, each
  /// the newest first, and for everyone.
  public let inOrder: [ScopedOverride]
  /// The positions of the overrides for keys of users, which are the first ones of `inOrder`.
  private let positions: [String: Int]
  /// Whether the contexts of the flag system have kinds.
  let hasKinds: Bool

  /// Creates the overrides of a feature.
  ///
  /// - Parameters:
  ///   - overrides: The overrides by scope.
  ///   - hasKinds: Whether the contexts of the flag system have kinds, such as `org`.
  init(_ overrides: [OverrideScope: Override], hasKinds: Bool) {
    inOrder = overrides.map { ScopedOverride($1, for: $0) }
      .sorted { $0.precedes($1) }
    positions = inOrder.enumerated().reduce(into: [:]) { positions, entry in
      if case .key(let key, nil) = entry.element.scope { positions[key] = entry.offset }
    }
    self.hasKinds = hasKinds
  }

  /// The override for everyone; `nil` for none.
  public var everyone: Override? { self[.everyone]?.override }

  /// Whether there are overrides for single users.
  var hasScopes: Bool { inOrder.contains { $0.scope != .everyone } }

  /// The override of a scope; `nil` for none.
  subscript(_ scope: OverrideScope) -> ScopedOverride? { inOrder.first { $0.scope == scope } }

  /// Returns the override that holds for a user, with its scope; `nil` for none.
  public func active(for context: EvaluationContext) -> ScopedOverride? {
    if !positions.isEmpty, let key = context.userKey(hasKinds: hasKinds),
      let position = positions[key]
    {
      return inOrder[position]
    }
    return inOrder[positions.count...].first { $0.scope.contains(context, hasKinds: hasKinds) }
  }

  /// Returns the overrides with another one for a scope; `nil` removes it.
  func replacing(_ override: Override?, of scope: OverrideScope) -> FeatureOverrides {
    var overrides = Dictionary(inOrder.map { ($0.scope, $0.override) }) { first, _ in first }
    overrides[scope] = override
    return FeatureOverrides(overrides, hasKinds: hasKinds)
  }

  /// Compares the overrides, and whether contexts have kinds.
  public static func == (one: FeatureOverrides, other: FeatureOverrides) -> Bool {
    one === other || one.inOrder == other.inOrder && one.hasKinds == other.hasKinds
  }

  /// Hashes the overrides.
  public func hash(into hasher: inout Hasher) { hasher.combine(inOrder) }
}

extension ScopedOverride {
  /// Whether the override precedes another one of the same feature.
  fileprivate func precedes(_ other: ScopedOverride) -> Bool {
    let (rank, otherRank) = (scope.rank, other.scope.rank)
    if rank != otherRank { return rank < otherRank }
    let (date, otherDate) = (override.date, other.override.date)
    return date == otherDate
      ? scope < other.scope : (date ?? .distantPast) > (otherDate ?? .distantPast)
  }
}

extension OverrideScope {
  /// The rank by which overrides have precedence: a lower one first.
  fileprivate var rank: Int {
    switch self {
    case .key(_, nil): 0
    case .key: 1
    case .attribute: 2
    case .everyone: 3
    }
  }
}

extension [OverrideKey: Override] {
  /// Groups the overrides by feature.
  ///
  /// - Parameter hasKinds: Whether the contexts of the flag system have kinds, such as `org`.
  /// - Returns: The overrides of each feature.
  package func byFeature(hasKinds: Bool = false) -> [Feature.Name: FeatureOverrides] {
    var features: [Feature.Name: [OverrideScope: Override]] = [:]
    for (key, override) in self { features[key.feature, default: [:]][key.scope] = override }
    return features.mapValues { FeatureOverrides($0, hasKinds: hasKinds) }
  }
}

extension [Feature.Name: FeatureOverrides] {
  /// Returns the overrides that hold for a user, by feature.
  package func active(for context: EvaluationContext) -> [Feature.Name: Override] {
    compactMapValues { $0.active(for: context)?.override }
  }
}
