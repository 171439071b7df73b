import struct FoundationEssentials.Date

/// All overrides of one feature, by the users for whom they hold.
public struct FeatureOverrides: Hashable, Sendable {
  /// The override for everyone; `nil` for none.
  public let everyone: Override?
  /// The overrides for a key or an attribute, by their scopes.
  public let scoped: [OverrideScope: Override]
  /// The scopes of other keys than those of users, and then those of attributes, each the newest first.
  private let ordered: [OverrideScope]
  /// Whether the contexts of the flag system have kinds.
  let hasKinds: Bool

  /// Creates the overrides of a feature.
  ///
  /// - Parameters:
  ///   - overrides: The overrides by scope.
  ///   - hasKinds: Whether the contexts of the flag system have kinds, such as `org`.
  init(_ overrides: [OverrideScope: Override], hasKinds: Bool) {
    everyone = overrides[.everyone]
    let scoped = overrides.filter { $0.key != .everyone }
    self.scoped = scoped
    ordered = Self.order(of: scoped).filter { if case .key(_, nil) = $0 { false } else { true } }
    self.hasKinds = hasKinds
  }

  /// The overrides in descending precedence.
  public var inOrder: [(scope: OverrideScope, override: Override)] {
    Self.order(of: scoped).compactMap { scope in scoped[scope].map { (scope, $0) } }
      + (everyone.map { [(.everyone, $0)] } ?? [])
  }

  /// Returns the override that holds for a user, with its scope; `nil` for none.
  public func active(
    for context: EvaluationContext
  ) -> (scope: OverrideScope, override: Override)? {
    if let key = context.userKey(hasKinds: hasKinds),
      let override = scoped[.key(key)]
    {
      return (.key(key), override)
    }
    for scope in ordered where scope.contains(context, hasKinds: hasKinds) {
      if let override = scoped[scope] { return (scope, override) }
    }
    return everyone.map { (.everyone, $0) }
  }

  /// The scopes in descending precedence: keys of users, other keys, attributes, each the newest first.
  private static func order(of overrides: [OverrideScope: Override]) -> [OverrideScope] {
    overrides.sorted { one, other in
      let (rank, otherRank) = (one.key.rank, other.key.rank)
      if rank != otherRank { return rank < otherRank }
      let (date, otherDate) = (one.value.date, other.value.date)
      return date == otherDate
        ? one.key < other.key : (date ?? .distantPast) > (otherDate ?? .distantPast)
    }
    .map(\.key)
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
