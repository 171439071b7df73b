package import FeatureFlags

/// The differences between two configurations: features, properties, and the share of users who change
/// variation.
package struct ConfigurationComparison: Hashable, Sendable {
  /// The features that only the second configuration has, in its order.
  package let added: [Feature.Name]
  /// The features that only the first configuration has, in its order.
  package let removed: [Feature.Name]
  /// The features that both configurations have with different properties, in the order of the
  /// second configuration.
  package let changed: [ChangedDefinition]

  /// Creates a comparison from its parts; without arguments, it is empty.
  package init(
    added: [Feature.Name] = [],
    removed: [Feature.Name] = [],
    changed: [ChangedDefinition] = []
  ) {
    self.added = added
    self.removed = removed
    self.changed = changed
  }

  /// Compares two configurations; overrides and the order of features are ignored.
  ///
  /// The features of a flag service are compared without their traffic allocation, which only the format
  /// of the service describes.
  package init(from before: Configuration, to after: Configuration) {
    self.init(from: before.features, to: after.features) { old, new in
      (before.rulesText(of: old), after.rulesText(of: new))
    }
  }

  /// Compares two lists of features with unique names.
  package init(from before: [Feature], to after: [Feature]) {
    self.init(from: before, to: after) { _, _ in (nil, nil) }
  }

  private init(
    from before: [Feature],
    to after: [Feature],
    rules: (_ old: Feature, _ new: Feature) -> (old: String?, new: String?)
  ) {
    var rest: [Feature.Name: Int] = [:]
    rest.reserveCapacity(before.count)
    for (index, feature) in before.enumerated() where rest[feature.name] == nil {
      rest[feature.name] = index
    }
    var added: [Feature.Name] = []
    var changed: [ChangedDefinition] = []
    for feature in after {
      guard let index = rest.removeValue(forKey: feature.name) else {
        added.append(feature.name)
        continue
      }
      let old = before[index]
      let texts = rules(old, feature)
      guard old.configured != feature.configured || texts.old != texts.new else { continue }
      if let change = ChangedDefinition(from: old, to: feature, rules: texts) {
        changed.append(change)
      }
    }
    let removed = before.lazy.map(\.name).filter { rest[$0] != nil }
    self.init(added: added, removed: Array(removed), changed: changed)
  }

  /// Creates the comparison for a known difference, and compares only the features that the difference names.
  ///
  /// - Parameters:
  ///   - difference: The difference between `before` and `after`.
  ///   - before: The features of the first configuration.
  ///   - after: Returns the feature of the second configuration with the given name.
  init(
    _ difference: FlagDifference,
    from before: [Feature],
    to after: (Feature.Name) -> Feature?
  ) {
    var old: [Feature.Name: Feature] = [:]
    if !difference.changed.isEmpty {
      let names = Set(difference.changed)
      for feature in before where names.contains(feature.name) { old[feature.name] = feature }
    }
    let changed = difference.changed.compactMap { name in
      old[name].flatMap { old in after(name).flatMap { ChangedDefinition(from: old, to: $0) } }
    }
    self.init(added: difference.added, removed: difference.removed, changed: changed)
  }

  /// Whether the compared properties of all features are equal.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

  /// The number of added, removed and changed features as text, such as `1 added, 2 changed`.
  package var text: String {
    FlagDifference(added: added, removed: removed, changed: changed.map(\.name)).text
  }
}

extension Configuration {
  /// Returns the targeting of the feature as text, or the rules of a flag service that can select a
  /// variation, such as `experiment exp1: a, b`; `nil` if the feature has neither.
  fileprivate func rulesText(of feature: Feature) -> String? {
    if let text = evaluator.targetingText(of: feature) { return text.isEmpty ? nil : text }
    guard evaluator.hasRules else { return nil }
    let rules = evaluator.rules(of: feature).map { rule in
      "\(rule.kind) \(rule.key): " + rule.variations.map(\.rawValue).joined(separator: ", ")
    }
    return rules.isEmpty ? nil : rules.joined(separator: "; ")
  }
}

extension LoadReport {
  /// The difference from the previous features, with the changed properties and the users who change
  /// variation.
  ///
  /// The time to compute the comparison is proportional to the number of features.
  package var comparison: ConfigurationComparison {
    let changed = change?.loaded?.features(named: difference.changed) ?? []
    let features = Dictionary(changed.map { ($0.name, $0) }) { first, _ in first }
    return ConfigurationComparison(difference, from: before) { features[$0] }
  }
}

/// A feature that two configurations define differently.
package struct ChangedDefinition: Hashable, Sendable {
  package let name: Feature.Name
  /// The properties that differ, in a fixed order; never empty.
  package let fields: [ChangedField]
  /// The shares of users who change variation; `nil` if they are unknown, because a flag service
  /// allocates the users.
  package let moves: [VariationMove]?

  /// The percentage of users who change variation; `nil` if it is unknown.
  package var movedShare: Double? {
    moves.map { moves in moves.reduce(0) { $0 + $1.share } }
  }

  /// Compares two definitions of one feature; returns `nil` if no compared property differs.
  ///
  /// - Parameters:
  ///   - before: The feature in the first configuration.
  ///   - after: The feature in the second configuration.
  ///   - rules: The descriptions of the rules of a flag service in both configurations.
  init?(
    from before: Feature,
    to after: Feature,
    rules: (old: String?, new: String?) = (nil, nil)
  ) {
    var fields = ChangedField.changes(from: before, to: after)
    if let change = ChangedField(excerptsOf: .rules, rules.old, rules.new) { fields.append(change) }
    guard !fields.isEmpty else { return nil }
    name = after.name
    self.fields = fields
    moves = Self.moves(from: before.definition, to: after.definition)
  }

  private static func moves(
    from before: FlagDefinition,
    to after: FlagDefinition
  ) -> [VariationMove]? {
    if before.isEvaluatedByService || after.isEvaluatedByService { return nil }
    guard let old = VariationShares(before), let new = VariationShares(after) else { return [] }
    return old.moves(to: new)
  }
}
