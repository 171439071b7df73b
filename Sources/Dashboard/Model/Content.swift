import Connectivity
import FeatureFlags

/// What several panes show: the features and what is known about their source.
struct Content: Sendable {
  /// The facts that stay the same while the dashboard is open.
  let context: Context

  /// The features; `nil` until they have been loaded.
  private(set) var list: FeatureList?
  /// The problems of features, by name.
  private(set) var problems: [String: [Problem]] = [:]
  /// The number of errors, and of warnings about the source as a whole, which no feature shows.
  private(set) var problemCount = 0
  /// The name of the document that has the problems; `nil` for the document of the source.
  private(set) var problemDocument: String?
  /// How the active configuration was obtained.
  private(set) var origin: Origin?
  /// Why the active configuration is not the newest one; `nil` if it is.
  private(set) var note: String?
  /// The evaluator of the features.
  private(set) var evaluator: (any FlagEvaluator)?
  /// The user for whom the features are evaluated.
  private(set) var user = EvaluationContext()
  /// The user as texts of a form; `nil` if all users have the same features.
  private(set) var person: Person?

  /// The features whose overrides are not saved yet, because saving failed.
  var unsaved: Set<Feature.Name> = []
  /// Why the overrides file cannot be read; `nil` if it can.
  var overridesFailure: String?
  /// The features that changed recently.
  var changes = ChangeMarks()
  /// The state of polling; `nil` for a source that is not polled.
  var poll: PollStatus?
  /// The result of the last connectivity check.
  private(set) var connectivity: ConnectivityReport?
  /// The durations of the last connectivity checks.
  private(set) var history = ConnectivityHistory()
  /// Whether a connectivity check that the user started is running.
  var isChecking = false

  init(context: Context) {
    self.context = context
  }

  /// Replaces the features and everything that is known about them.
  mutating func load(_ source: LoadedSource) {
    list = FeatureList(source.features, orphans: source.orphans)
    origin = source.origin
    note = source.note
    evaluator = source.evaluator
    user = source.context
    person = source.person
    problemDocument = source.document
    problemCount = source.problems.count { $0.severity == .error || $0.feature == nil }
    problems = Dictionary(grouping: source.problems.filter { $0.feature != nil }) {
      $0.feature ?? ""
    }
  }

  /// Replaces features by name.
  mutating func change(_ features: [Feature]) {
    for feature in features { list?.replace(feature) }
  }

  /// Replaces the overrides of features that the configuration does not have.
  ///
  /// - Returns: Whether any of them differs.
  mutating func replaceOrphans(with orphans: [Feature.Name: Override]) -> Bool {
    guard let list, list.orphans != orphans else { return false }
    self.list = FeatureList(list.features.filter { !$0.isRemoved }, orphans: orphans)
    return true
  }

  /// Applies the result of a connectivity check.
  mutating func add(_ report: ConnectivityReport) {
    isChecking = false
    connectivity = report
    history.add(report)
  }
}

/// A change of the content to which panes react.
enum ContentChange: Sendable {
  /// The features were loaded.
  case loaded(LoadedSource)
  /// The states of features changed.
  case changed
  /// The overrides of features that the configuration does not have changed.
  case orphaned
}
