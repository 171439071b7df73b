/// Decisions that are in effect and have still to be saved.
package struct StagedChanges: Sendable {
  /// What was decided last about each feature.
  private(set) var changes: [Feature.Name: StagedChange] = [:]

  /// Nothing, but what could not be saved before goes along with it.
  package init() {}

  init(_ changes: [Feature.Name: StagedChange]) { self.changes = changes }

  /// Adds what was decided later, so that both are saved at once.
  package mutating func merge(_ later: StagedChanges) {
    changes.merge(later.changes) { _, new in new }
  }
}

/// One decision, told apart from others that say the same.
struct StagedChange {
  /// The override that the feature has now; `nil` stands for a reset.
  let override: Override?
  /// The place of the decision among all of the store.
  let number: Int
  /// Whether it was to be saved and could not be.
  var hasFailed = false
}
