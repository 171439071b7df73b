public import FeatureFlags

/// The result of loading a source: the features, their origin and all problems.
public struct LoadedSource: Sendable {
  /// The features, in the order of the configuration.
  public var features: [Feature] { didSet { list = nil } }
  /// The overrides of features that are not in the configuration.
  public var orphans: [Feature.Name: Override] { didSet { list = nil } }
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

  /// Whether the features are only the first ones of a document that is still being parsed.
  public var isPartial = false
  /// Whether the features are those of the former result, so that the dashboard keeps its list; only
  /// the facts about the source have changed.
  package var keepsList = false
  /// The sorted features; `nil` before ``prepareList()``.
  private(set) var list: FeatureList?

  /// Sorts the features and builds their search index, which takes long for very many features: the
  /// dashboard does this itself unless the call was made before, such as on another thread.
  package mutating func prepareList() {
    list = FeatureList(features, orphans: orphans)
  }

  /// Creates a result; the defaults are those of a source without problems.
  public init(
    features: [Feature],
    orphans: [Feature.Name: Override] = [:],
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
