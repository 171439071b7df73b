import FeatureFlags

/// The state of the dashboard by which each failure, warning and recovery of a session is reported once.
struct SessionMemory: Sendable {
  /// Whether a load has ended; the first one is not reported as a refresh.
  var hasLoaded = false
  /// The delay of the current load after its due time.
  var lateness = Duration.zero
  /// The time at which the progress of the running load was first reported; `nil` for none.
  var loadStart: Duration?
  /// The warnings about the source as a whole that were reported.
  var warnings: [Problem] = []
  /// Whether reading the overrides has failed since they were last saved.
  var hadReadProblem = false
  /// The overridden features that the source does not have and that were reported.
  var orphans: Set<Feature.Name> = []
  /// The number of the store's change that has produced the features on the screen.
  var revision = 0
  /// The number of the store's change that has produced the newest features, which may not be sorted
  /// yet.
  var newestRevision = 0
  /// The changes of overrides since the newest features were loaded: the list on the screen shows these
  /// changes already, and the list that is being sorted must show them too.
  var laterChanges: [StoreChange] = []

  /// The tests whose users do not fit the expected shares, and which the activity log has reported.
  var mismatches: Set<Feature.Name> = []

  /// Whether the next override is the first one of the workspace, which a notice explains.
  var explainsOverride = false
  /// Whether a failure of the source was reported; only the first report names the keys to press.
  var hasFailed = false

  /// Whether features are being sorted.
  var isSorting: Bool { newestRevision > revision }
}
