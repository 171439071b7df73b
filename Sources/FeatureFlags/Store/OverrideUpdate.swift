/// One change of the overrides of a store.
public enum OverrideUpdate: Hashable, Sendable {
  /// Applies decisions, in this order, to each of the features: all of them or, if a feature does not
  /// allow one, none. With `isSaved: false` the result applies until the program ends.
  case decide([Decision], for: [Feature.Name], isSaved: Bool = true)
  /// Clears the overrides of features, also of those that the configuration no longer has.
  case reset([Feature.Name])
  /// Clears all overrides.
  case resetAll
  /// Removes features and their overrides until the next load; assignments stay.
  case delete([Feature.Name])
}
