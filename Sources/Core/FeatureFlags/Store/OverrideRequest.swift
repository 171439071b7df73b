/// A change of the overrides of a store.
public enum OverrideRequest: Hashable, Sendable {
  /// Applies the given changes, in their order, to the override of each feature; if a feature refuses a
  /// change, nothing is changed.
  ///
  /// With `isSaved: false` the overrides apply until the program exits. Without a lifetime, an existing
  /// override keeps its own, and a new override applies until it is reset. Without a note, an existing
  /// override keeps its own; the note "" removes it.
  case set(
    [OverrideChoice],
    for: [Feature.Name],
    isSaved: Bool = true,
    lifetime: Override.Lifetime? = nil,
    note: String? = nil
  )
  /// Replaces the override of each feature by the given one, or clears it with `nil`.
  ///
  /// The overrides are not validated, so that any former state can be restored. Names without a
  /// feature are stored too: they apply when the configuration has the feature again. `preset` is the name
  /// of the preset that the change applies; `nil` for any other change.
  case assign([Feature.Name: Override?], preset: String? = nil)
  /// Replaces overrides like `assign`, for a bisection, so that undo skips the change.
  case bisect([Feature.Name: Override?])
  /// Replaces the lifetime of existing overrides; features without an override are unchanged.
  case setLifetime(Override.Lifetime, for: [Feature.Name])
  /// Replaces the note of existing overrides, "" removes it; features without an override are
  /// unchanged.
  case setNote(String, for: [Feature.Name])
  /// Clears the overrides with the lifetime `session` that the process of the store owns.
  case endSession
  /// Clears the overrides of features, including those that the configuration no longer has.
  case reset([Feature.Name])
  /// Clears the overrides of all features, including those that the configuration no longer has.
  case resetAll
  /// Removes features and their overrides until the next load; assignments remain.
  case delete([Feature.Name])
}

extension OverrideRequest {
  /// Whether the change is persisted, instead of applying until the program exits.
  var isSaved: Bool {
    switch self {
    case .set(_, _, let isSaved, _, _): isSaved
    case .assign, .bisect, .setLifetime, .setNote, .reset, .resetAll, .endSession, .delete: true
    }
  }
}
