import Dashboard
import FeatureFlags

extension UserComparison {
  /// Evaluates the features of a store, with the overrides, for its current user and for all personas.
  ///
  /// Must not be called on the thread of the event loop, because many features take seconds.
  init(_ store: FlagStore, _ personas: [Persona]) {
    let current = User(name: store.user ?? "current user", context: store.context)
    let others = personas.map { User(name: $0.name, context: $0.user) }
    self.init(of: [current] + others) { user in
      // Uses the features of the store for the current user: a user without a key has persisted random
      // assignments, which only these features have.
      user == current ? store.features : store.views(in: user.context).features
    }
  }
}
