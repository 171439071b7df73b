public import FeatureFlags
import Workbench

/// The result of loading a source: the features, their origin and all problems.
public struct LoadedSource: Sendable {
  /// The features, in the order of the configuration.
  public var features: [Feature] { didSet { list = nil } }
  /// The overrides of features that are not in the configuration.
  public var orphans: [OverrideKey: Override] { didSet { list = nil } }
  /// The stored problems of the configuration; `omittedProblems` counts the others.
  public var problems: [Problem]
  /// The number of further problems, which are not in `problems` because there are too many.
  public var omittedProblems: Int
  /// The error messages of the last load, the most important first.
  public var failures: [String]
  /// The name of the document with the problems; `nil` if it is the source itself.
  public var document: String?
  /// The origin of the configuration, such as remote or cache.
  public var origin: Origin
  /// The reason why the configuration is outdated, such as an unreachable source; `nil` if it is
  /// the newest one.
  public var note: String?
  /// The evaluator that evaluates and explains the features.
  public var evaluator: (any FlagEvaluator)?
  /// The evaluation context in which the features were evaluated.
  public var context: EvaluationContext
  /// The contents of the user dialog; `nil` if the features do not depend on the user.
  public var userFields: UserFields?
  /// The difference from the previously loaded features, which the list highlights.
  public var difference: FlagDifference

  /// The configuration of the features; `nil` if no session loaded the features.
  package var loaded: ConfigurationLoader.Loaded?
  /// The number that the session gave to the change that made these features active; 0 without a
  /// session.
  package var revision = 0
  /// The report of the load that found the features; `nil` without such a load, or if the changes since
  /// the last load are not shown.
  var report: LoadReport?
  /// The differences from the previous configuration, after ``prepareList()``.
  private(set) var comparison: ConfigurationComparison?
  /// Whether the features are only the first ones of a document that is still being parsed.
  public var isPartial = false
  /// Whether the features are the same as in the previous result, and only the data about the source has
  /// changed; the dashboard then keeps its list.
  package var keepsList = false
  /// The sorted features; `nil` before ``prepareList()``.
  private(set) var list: FeatureList?

  /// Sorts the features and builds their search index, which takes long for very many features.
  ///
  /// A caller can do this on another thread; otherwise the dashboard does it when it shows the result.
  package mutating func prepareList() {
    list = FeatureList(features, orphans: orphans)
    comparison = report?.comparison
  }

  /// Creates a result; the defaults are those of a source without problems.
  public init(
    features: [Feature],
    orphans: [OverrideKey: Override] = [:],
    problems: [Problem] = [],
    omittedProblems: Int = 0,
    failures: [String] = [],
    document: String? = nil,
    origin: Origin,
    note: String? = nil,
    evaluator: (any FlagEvaluator)? = nil,
    context: EvaluationContext = EvaluationContext(),
    userFields: UserFields? = nil,
    difference: FlagDifference = FlagDifference()
  ) {
    self.features = features
    self.orphans = orphans
    self.problems = problems
    self.omittedProblems = omittedProblems
    self.failures = failures
    self.document = document
    self.origin = origin
    self.note = note
    self.evaluator = evaluator
    self.context = context
    self.userFields = userFields
    self.difference = difference
  }
}

extension LoadedSource {
  /// Creates the result of a load by a session.
  ///
  /// - Parameters:
  ///   - loaded: The active configuration.
  ///   - features: The features of the store.
  ///   - failures: The failures of the last load, which can be newer than `loaded`.
  ///   - context: The context with the names of the source and of its fallback.
  package init(
    _ loaded: ConfigurationLoader.Loaded,
    _ features: LoadedFeatures,
    failures: [LoadFailure],
    _ context: DashboardContext
  ) {
    self.init(
      features: features.features,
      orphans: features.orphans,
      problems: loaded.configuration.problems,
      omittedProblems: loaded.configuration.problemTally.omittedMistakeCount,
      failures: failures.filter { !$0.isPending }.map { "\($0)" },
      document: context.document(of: loaded.origin),
      origin: loaded.origin,
      note: failures.first.map { "\($0)" },
      evaluator: loaded.configuration.evaluator,
      context: features.context,
      userFields: UserFields(features.context)
    )
    self.loaded = loaded
    revision = features.revision
  }

  /// Creates the result with the first features of a document that is still being parsed.
  init(part: LoadedFeatures, origin: Origin) {
    self.init(features: part.features, origin: origin, context: part.context)
    revision = part.revision
    isPartial = true
  }
}
