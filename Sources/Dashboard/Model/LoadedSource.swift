public import FeatureFlags

/// The features of a source after a load, and everything that is known about the load.
public struct LoadedSource: Sendable {
  /// The features, in the order of the configuration.
  public var features: [Feature]
  /// The overrides of features that the configuration does not have.
  public var orphans: [Feature.Name: Override]
  /// The problems of the configuration.
  public var problems: [Problem]
  /// The number of problems that are not in `problems`, because there are very many.
  public var omittedProblems: Int
  /// The failures of the last load as text, the most important first.
  public var failures: [String]
  /// The name of the document that has the problems; `nil` for the document of the source.
  public var document: String?
  /// How the configuration was obtained.
  public var origin: Origin
  /// Why the configuration is not the newest one, such as an unreachable source; `nil` if it is.
  public var note: String?
  /// The evaluator of the features, which explains its evaluations.
  public var evaluator: (any FlagEvaluator)?
  /// The user for whom the features are evaluated.
  public var context: EvaluationContext
  /// The user as texts of a form; `nil` if all users have the same features.
  public var person: Person?
  /// The difference from the features that were loaded before, which is highlighted for a while.
  public var difference: FlagDifference

  /// Makes a value; the defaults are those of a source without problems.
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
    person: Person? = nil,
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
    self.person = person
    self.difference = difference
  }
}
