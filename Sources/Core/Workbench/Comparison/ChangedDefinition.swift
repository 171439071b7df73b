package import FeatureFlags

/// A feature that two configurations define differently.
package struct ChangedDefinition: Hashable, Sendable {
  package let name: Feature.Name
  /// The properties that differ, in a fixed order; never empty.
  package let fields: [ChangedField]
  /// The users who change variation; `nil` if their number is unknown, because a flag service
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
