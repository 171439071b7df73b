import Connectivity
import FeatureFlags
import Workbench

import struct FoundationEssentials.Date

/// The data that all panes share: the features and the state of their source.
struct DashboardData: Sendable {
  /// The source, the workspace and the settings of the dashboard.
  var context: DashboardContext

  /// The features; `nil` until the first load has succeeded.
  private(set) var list: FeatureList?
  /// Whether the list has only the first features of a document that was not parsed completely.
  private(set) var isPartial = false
  /// The problems of the configuration by feature name.
  private(set) var problems: [String: [Problem]] = [:]
  /// The name of the document with the problems; `nil` if it is the source itself.
  private(set) var problemDocument: String?
  /// The origin of the active configuration, such as remote or cache.
  private(set) var origin: Origin?
  /// The active configuration; `nil` before the first load, and if no session loaded the features.
  private(set) var configuration: ConfigurationLoader.Loaded?
  /// The error messages of the last load, the most important first.
  private(set) var failures: [String] = []
  /// The reason why the active configuration is outdated; `nil` if it is the newest one.
  private(set) var note: String?
  /// The evaluator that evaluates and explains the features.
  private(set) var evaluator: (any FlagEvaluator)?
  /// The evaluation context in which the features were evaluated.
  private(set) var user = EvaluationContext()
  /// The contents of the user dialog; `nil` if the features do not depend on the user.
  private(set) var userFields: UserFields?

  /// The state by which each failure of the session, and its end, is reported once.
  var session = SessionMemory()
  /// The features whose overrides could not be saved yet.
  var unsaved: Set<Feature.Name> = []
  /// The reason why the overrides file cannot be read; `nil` if it is readable.
  var overridesFailure: String?
  /// The favourite features, including those that the source does not have.
  var favourites: Set<Feature.Name> = []
  /// The highlights of recently changed features.
  var changes = ChangeHighlights()
  /// The changes of the source that the user has not dismissed.
  var changeLog = ChangeLog()
  /// The added and changed features of the changes that the user has not dismissed.
  var changedNames: Set<Feature.Name> { changeLog.names }
  /// The progress of a load in the background; `nil` if no load is running, or if it has not taken long
  /// enough to be shown.
  var loading: LoadStatus?
  /// The reason why the last load has found no features, or only a part of them; `nil` if it has found
  /// all.
  var loadFailure: String?
  /// The polling state; `nil` for a source that is not polled.
  var poll: PollStatus?
  /// The report of the last connectivity check; `nil` before the first one.
  private(set) var connectivity: ConnectivityReport?
  /// The response times and sizes of the last polls.
  var polls = PollHistory()
  /// The durations and results of the last connectivity checks.
  private(set) var history = ConnectivityHistory()
  /// The activity of the server inside the program; `nil` if no server runs.
  var serving: ServingActivity?
  /// The test case that the user has started; `nil` for none.
  var testCase: TestCase?
  /// The requests of clients since the start of the test case or of the server; `nil` if no server
  /// runs.
  var requests: ClientRequests? { serving.map { ClientRequests($0, since: testCase) } }
  /// The connection to the team, and its members; `nil` without a team.
  var team: TeamActivity? { didSet { teamMarks = TeamMark.all(team) } }
  /// The activity of the team by feature.
  private(set) var teamMarks: [Feature.Name: TeamMark] = [:]
  /// Whether a connectivity check that the user started is running.
  var isChecking = false
  /// The last changes of the overrides by feature, the newest first.
  var changeHistory: [Feature.Name: [HistoryEntry]] = [:]
  /// The recorded changes of the source and of the overrides; `nil` until they were read.
  var timeline: TimelineLog?
  /// Whether overrides have changed since the history was requested.
  var isHistoryStale = true

  init(context: DashboardContext) {
    self.context = context
  }

  /// Replaces the features and all data about their source after a load.
  mutating func load(_ source: LoadedSource) {
    if !source.keepsList || list == nil {
      list = source.list ?? FeatureList(source.features, orphans: source.orphans)
    }
    isPartial = source.isPartial
    configuration = source.loaded
    failures = source.failures
    origin = source.origin
    note = source.note
    evaluator = source.evaluator
    forceDependencies()
    user = source.context
    userFields = source.userFields
    problemDocument = source.document
    problems = Dictionary(grouping: source.problems.filter { $0.feature != nil }) {
      $0.feature ?? ""
    }
  }

  /// Replaces features by features with the same names.
  mutating func change(_ features: [Feature]) {
    for feature in features { list?.replace(feature) }
    forceDependencies()
  }

  /// The facts that determine which features are stale.
  ///
  /// A feature counts as unchanged if its last change is at least `StalenessFacts.unchangedDays` days
  /// older than the start of the dashboard.
  var staleness: StalenessFacts {
    let start = context.wallClock.start
    let limit = start.addingTimeInterval(-86_400 * Double(StalenessFacts.unchangedDays))
    var facts = StalenessFacts(evaluator: evaluator, unchangedSince: limit)
    facts.log = timeline
    facts.user = user
    if let requests, requests.requestCount > 0 { facts.isAsked = { requests.isAsked($0) } }
    return facts
  }

  /// Passes the overrides to the evaluator, so that it explains the results of features that depend on
  /// others.
  private mutating func forceDependencies() {
    guard let list, evaluator?.dependents.isEmpty == false else { return }
    evaluator = evaluator?.forcing(list.features.filter(\.isOverridden))
  }

  /// Replaces the overrides of features that are not in the configuration.
  ///
  /// - Returns: Whether the overrides have changed.
  mutating func replaceOrphans(with orphans: [OverrideKey: Override]) -> Bool {
    guard let list, list.orphans != orphans else { return false }
    self.list = FeatureList(list.features.filter { !$0.isRemoved }, orphans: orphans)
    return true
  }

  /// Stores the report of a connectivity check that has finished at the given moment.
  mutating func add(_ report: ConnectivityReport, at moment: Moment) {
    isChecking = false
    connectivity = report
    history.add(report, at: moment)
  }
}

extension DashboardData {
  /// A change of the shared content that the panes must apply.
  enum Change: Sendable {
    case loaded(LoadedSource)
    /// The states of features changed.
    case changed
    /// The overrides changed, but only those of features that are not in the configuration.
    case orphaned
    /// Clients sent requests to the server; `true` if they requested other features than before.
    case served(hasNewFeatures: Bool)
  }
}
