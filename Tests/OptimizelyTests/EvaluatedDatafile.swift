import FeatureFlags

@testable import Optimizely
@testable import OptimizelyEngine

extension EvaluationContext {
  /// Creates the evaluation context of a user without forced decisions.
  init(_ user: UserContext) {
    self.init(
      targetingKey: user.id,
      attributes: user.attributes,
      segments: user.segments,
      profile: user.profile
    )
  }
}

extension Configuration {
  /// Parses a datafile, and evaluates its flags for a user, as a dashboard does.
  static func datafile(
    _ bytes: [UInt8],
    for user: UserContext,
    settings: DatafileSettings = DatafileSettings()
  ) throws -> Configuration {
    let parsed = try ConfigurationFormat.optimizely(settings).parse(bytes)
    let context = EvaluationContext(user)
    let store = FlagStore(context: context)
    try store.load(parsed)
    var evaluated = Configuration(
      features: store.features,
      problems: parsed.problems + parsed.evaluator.problems(in: context)
    )
    evaluated.evaluator = parsed.evaluator
    return evaluated
  }
}

extension FlagStore {
  /// Creates a store with the flags of a datafile for a user.
  static func datafile(
    _ bytes: [UInt8],
    for user: UserContext,
    workspace: Workspace? = nil
  ) throws -> FlagStore {
    let store = FlagStore(context: EvaluationContext(user), workspace: workspace)
    try store.load(ConfigurationFormat.optimizely().parse(bytes))
    return store
  }
}
