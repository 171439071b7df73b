public import FeatureFlags

/// All features of a source at one moment.
public struct Snapshot: Sendable {
  /// The features, in the configuration's order.
  public var features: [Feature]
  /// The overrides of features that the configuration does not have.
  public var orphans: [Feature.Name: Override]
  /// What in the configuration is not as it should be.
  public var problems: [Problem]
  /// How many more problems there are than `problems` has.
  public var omittedProblems: Int
  /// What went wrong with the last load, in words, the most important first.
  public var failures: [String]
  /// The name of the document that has the problems; `nil` for that of the source.
  public var document: String?
  /// How the configuration was got.
  public var origin: Origin
  /// Why it is not the newest one, such as a source that cannot be reached; `nil` if it is.
  public var note: String?
  /// The evaluator of the features, which explains their states.
  public var evaluator: (any FlagEvaluator)?
  /// The user whom the features are evaluated for.
  public var context: EvaluationContext
  /// The user as a tester edits them; `nil` where all users have the same features.
  public var person: Person?
  /// What differs from the features that were loaded before; it is highlighted for a while.
  public var difference: FlagDifference

  /// Makes a snapshot.
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
