import Dashboard
import FeatureFlags

extension UserComparison {
  /// Evaluates the features of a store for its user and for all personas, with the overrides.
  ///
  /// The evaluation of many features takes seconds, and belongs to a thread other than that of the
  /// event loop.
  init(_ store: FlagStore, _ personas: [Persona]) {
    let current = User(name: store.user ?? "current user", context: store.context)
    let others = personas.map { User(name: $0.name, context: $0.user) }
    self.init(of: [current] + others) { user in
      // The store's own features have the persisted assignments of a current user without a key.
      user == current ? store.features : store.views(in: user.context).features
    }
  }
}
