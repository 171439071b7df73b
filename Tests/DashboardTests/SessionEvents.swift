@testable import Dashboard
@testable import FeatureFlags

extension Event {
  /// A change of the overrides of the given features by this program.
  static func changed(_ features: [Feature]) -> Event {
    .session(.changed(StoreChange(revision: 1, kind: .overridden(features), cause: .call)))
  }

  /// A change, by this program, of the overrides of features that the source does not have.
  static func orphaned(_ orphans: [OverrideKey: Override]) -> Event {
    .session(
      .changed(StoreChange(revision: 1, kind: .overridden([]), cause: .call, orphans: orphans))
    )
  }

  /// A save status with the given unsaved features.
  static func unsaved(_ names: Set<Feature.Name>) -> Event {
    .session(.saved(OverrideSaveStatus(unsaved: names, error: nil)))
  }
}

extension DashboardState {
  /// Adds a change of the source.
  mutating func addChange(_ change: ComparedSource) { add(change) }

  /// Replaces the polling state, for example by one of the examples in `Live`.
  mutating func setPolling(_ status: PollStatus) {
    content.poll = status
    panes.problems.list.pollFailure = status.failure
    settle()
  }
}
